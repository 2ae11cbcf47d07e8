# python.cmake -- the one Python extension, gleed._core. In a checkout it is put beside the package's sources, so that
# `import gleed` works from the root; a wheel gets it by install().

if(NOT SKBUILD AND NOT Python_EXECUTABLE AND EXISTS ${PROJECT_SOURCE_DIR}/.venv/bin/python)
  set(Python_EXECUTABLE ${PROJECT_SOURCE_DIR}/.venv/bin/python)
endif()
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_DIR
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

gleed_sources(sources gleed/bindings)
nanobind_add_module(_core NOMINSIZE NB_STATIC ${sources})
set_target_properties(nanobind-static PROPERTIES SYSTEM ON)
target_link_libraries(_core PRIVATE gleed_flags gleed_compiler gleed)
if(GLEED_SANITIZE)
  # The check of a class's dynamic type needs RTTI on both sides.
  target_compile_options(_core PRIVATE -fno-sanitize=vptr)
endif()
if(NOT SKBUILD)
  # Straight into the package; the sanitizer flavours keep theirs to themselves.
  if(NOT GLEED_SANITIZE)
    set_target_properties(_core PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/gleed)
  endif()
endif()
install(TARGETS _core LIBRARY DESTINATION gleed COMPONENT python)
