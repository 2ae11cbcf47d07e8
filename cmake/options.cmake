# options.cmake -- every choice that a build of Gleed offers, and the flags that they turn into.

option(GLEED_PYTHON "Build the Python extension gleed._core" OFF)
option(GLEED_TESTS "Build the C++ tests" ${PROJECT_IS_TOP_LEVEL})
set(GLEED_BACKENDS "all" CACHE STRING "Folders of gleed/backends to build, for example \"reference;cpu\"")
set(GLEED_OPS "all" CACHE STRING "Operators to build: keys (aten::add.out) or files of gleed/ops (add)")
set(GLEED_OPS_FROM "" CACHE FILEPATH "A .pte file: build only the operators and dtypes that it needs")
set(GLEED_WORDS "1" CACHE STRING "0 leaves out the texts of errors; the codes stay")
set(GLEED_SANITIZE "" CACHE STRING "\"address;undefined\", \"thread\", or empty")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
if(GLEED_PYTHON)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

# What every target of ours is compiled with; nothing here reaches a user of the library.
add_library(gleed_flags INTERFACE)
target_compile_features(gleed_flags INTERFACE cxx_std_17)
target_compile_options(gleed_flags INTERFACE -Wall -Wextra -Wshadow -ffunction-sections -fdata-sections
                                             -fvisibility=hidden)
# A newer compiler's new warning must not stop those who only install.
if(PROJECT_IS_TOP_LEVEL AND NOT SKBUILD)
  target_compile_options(gleed_flags INTERFACE -Werror)
endif()
target_link_options(gleed_flags INTERFACE -Wl,--gc-sections)
target_include_directories(gleed_flags INTERFACE ${PROJECT_SOURCE_DIR})
if(NOT GLEED_WORDS)
  target_compile_definitions(gleed_flags INTERFACE GLEED_WORDS=0)
endif()

# The product has neither exceptions nor RTTI; only the Python extension, which is nanobind's, does.
add_library(gleed_plain INTERFACE)
target_link_libraries(gleed_plain INTERFACE gleed_flags)
target_compile_options(gleed_plain INTERFACE -fno-exceptions -fno-rtti)

if(GLEED_SANITIZE)
  list(JOIN GLEED_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${sanitizers})
endif()
