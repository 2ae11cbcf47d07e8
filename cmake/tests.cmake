# tests.cmake -- every *_test.cpp of the tree in one executable, and one ctest entry for each folder that has some.

find_path(DOCTEST_INCLUDE doctest/doctest.h REQUIRED)
gleed_sources_all(sources gleed)
list(FILTER sources INCLUDE REGEX "(_test|/test_[a-z0-9_]+)\\.cpp$")
list(FILTER sources EXCLUDE REGEX "/bindings/")
file(GLOB_RECURSE across CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*_test.cpp)
add_executable(gleed_tests tests/main.cpp ${sources} ${across})
target_include_directories(gleed_tests SYSTEM PRIVATE ${DOCTEST_INCLUDE})
target_compile_definitions(gleed_tests PRIVATE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
                                               GLEED_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden")
target_link_libraries(gleed_tests PRIVATE gleed_plain gleed_compiler gleed)

set(folders "")
foreach(file ${sources} ${across})
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
  cmake_path(GET file PARENT_PATH folder)
  list(APPEND folders ${folder})
endforeach()
list(REMOVE_DUPLICATES folders)
foreach(folder ${folders})
  add_test(NAME ${folder} COMMAND gleed_tests --source-file=*/${folder}/*_test.cpp WORKING_DIRECTORY
                                                                                   ${PROJECT_SOURCE_DIR})
endforeach()

# Broken copies of files; ./dev test runs it under sanitizers.
add_executable(gleed_corrupt tests/corrupt_main.cpp)
target_link_libraries(gleed_corrupt PRIVATE gleed_plain gleed)
