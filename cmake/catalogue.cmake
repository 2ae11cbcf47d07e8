# catalogue.cmake -- finds operators and backends by their files, and writes the list that the last link joins.

# GLEED_OPS(name) or GLEED_BACKEND(name), at the start of a line of `file` -> `out`; empty when there is none.
function(gleed_declared_name macro file out)
  file(STRINGS ${file} line REGEX "^${macro}\\(" LIMIT_COUNT 1)
  string(REGEX REPLACE "^${macro}\\(([A-Za-z0-9_]+)\\).*" "\\1" name "${line}")
  set(${out} "${name}" PARENT_SCOPE)
endfunction()

# Asks a small tool of our own, built for this machine here and now, which operators and dtypes `program` needs.
# Sets `out_ops` (keys) and `out_dtypes` (a mask).
function(gleed_ops_of program out_ops out_dtypes)
  set(host_compiler ${CMAKE_CXX_COMPILER})
  if(CMAKE_CROSSCOMPILING)
    find_program(GLEED_HOST_CXX NAMES c++ g++ clang++ REQUIRED NO_CMAKE_FIND_ROOT_PATH)
    set(host_compiler ${GLEED_HOST_CXX})
  endif()
  gleed_sources(sources gleed/base gleed/core gleed/format gleed/platform/posix)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/gleed/ops/family/promote.cpp
       ${PROJECT_SOURCE_DIR}/gleed/devtools/list_ops_main.cpp)
  set(tool ${PROJECT_BINARY_DIR}/list_ops)
  set(is_old FALSE)
  foreach(source ${sources})
    if(${source} IS_NEWER_THAN ${tool})
      set(is_old TRUE)
    endif()
  endforeach()
  if(is_old)
    execute_process(COMMAND ${host_compiler} -std=c++17 -O1 -ffunction-sections -Wl,--gc-sections
                            -I${PROJECT_SOURCE_DIR} ${sources} -o ${tool} RESULT_VARIABLE failed ERROR_VARIABLE words)
    if(failed)
      message(FATAL_ERROR "GLEED_OPS_FROM: the tool that lists operators does not build\n${words}")
    endif()
  endif()
  execute_process(COMMAND ${tool} ${program} OUTPUT_VARIABLE lines ERROR_VARIABLE words RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "GLEED_OPS_FROM: ${words}")
  endif()
  string(REGEX MATCH "dtypes (0x[0-9a-f]+)" _ "${lines}")
  set(${out_dtypes} ${CMAKE_MATCH_1} PARENT_SCOPE)
  string(REGEX MATCHALL "op [^\n]+" ops "${lines}")
  list(TRANSFORM ops REPLACE "^op " "")
  set(${out_ops} "${ops}" PARENT_SCOPE)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${program})
endfunction()

# The files of gleed/ops that declare what GLEED_OPS and GLEED_OPS_FROM ask for -> `out_files`, their names -> `out_names`.
function(gleed_select_ops out_files out_names)
  set(wanted "${GLEED_OPS}")
  if(GLEED_OPS_FROM)
    gleed_ops_of(${GLEED_OPS_FROM} wanted dtypes)
    set(GLEED_DTYPES ${dtypes} PARENT_SCOPE)
    list(LENGTH wanted count)
    message(STATUS "Gleed: ${GLEED_OPS_FROM} needs ${count} operators, dtypes ${dtypes}")
  endif()
  set(missing ${wanted})
  gleed_sources(candidates gleed/ops)
  foreach(file ${candidates})
    gleed_declared_name(GLEED_OPS ${file} name)
    if(NOT name)
      continue()
    endif()
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    set(chosen FALSE)
    foreach(op ${wanted})
      string(FIND "${text}" "\"${op}(" place)
      if(op STREQUAL "all" OR op STREQUAL name OR place GREATER -1)
        set(chosen TRUE)
        list(REMOVE_ITEM missing "${op}")
      endif()
    endforeach()
    if(chosen)
      list(APPEND files ${file})
      list(APPEND names ${name})
    endif()
  endforeach()
  list(REMOVE_ITEM missing "all")
  if(missing)
    message(FATAL_ERROR "no file of gleed/ops declares: ${missing}")
  endif()
  set(${out_files} "${files}" PARENT_SCOPE)
  set(${out_names} "${names}" PARENT_SCOPE)
endfunction()

# The sources of the chosen backends -> `out_files`, the names of their tables -> `out_names`.
function(gleed_select_backends out_files out_names)
  set(folders ${GLEED_BACKENDS})
  if(GLEED_BACKENDS STREQUAL "all")
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/gleed/backends/*/*.cpp)
    set(folders "")
    foreach(file ${found})
      cmake_path(GET file PARENT_PATH folder)
      cmake_path(GET folder FILENAME folder)
      list(APPEND folders ${folder})
    endforeach()
    list(REMOVE_DUPLICATES folders)
  endif()
  foreach(folder ${folders})
    gleed_sources(sources gleed/backends/${folder})
    if(NOT sources)
      message(FATAL_ERROR "GLEED_BACKENDS: gleed/backends/${folder} holds no C++ sources")
    endif()
    list(APPEND files ${sources})
    foreach(file ${sources})
      gleed_declared_name(GLEED_BACKEND ${file} name)
      if(name)
        list(APPEND names ${name})
      endif()
    endforeach()
  endforeach()
  set(${out_files} "${files}" PARENT_SCOPE)
  set(${out_names} "${names}" PARENT_SCOPE)
endfunction()

# One table of the list: its declarations -> `out_declared`, the pointers to them -> `out_pointers`.
function(gleed_table namespace type out_declared out_pointers)
  set(declared "")
  set(pointers "")
  foreach(name ${ARGN})
    string(APPEND declared "extern const ${type} ${name};\n")
    string(APPEND pointers "    &${namespace}::${name},\n")
  endforeach()
  set(${out_declared} "namespace gleed::${namespace} {\n${declared}}\n" PARENT_SCOPE)
  set(${out_pointers} "${pointers}" PARENT_SCOPE)
endfunction()

# Writes the definition of gleed::catalogue() to `file`, which changes only when the lists do.
function(gleed_write_catalogue file op_names backend_names)
  gleed_table(catalogue_files OpFile ops_declared ops ${op_names})
  gleed_table(catalogue_backends BackendDef backends_declared backends ${backend_names})
  list(LENGTH op_names op_count)
  list(LENGTH backend_names backend_count)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Written by the build from the files of gleed/ops and gleed/backends.
#include \"gleed/core/catalogue.h\"

@ops_declared@@backends_declared@
namespace gleed {
namespace {
// Each list ends with nullptr, which is not counted, so that an empty one is an array too.
constexpr const OpFile* kOpFiles[] = {
@ops@    nullptr};
constexpr const BackendDef* kBackends[] = {
@backends@    nullptr};
constexpr Catalogue kCatalogue = {{kOpFiles, @op_count@}, {kBackends, @backend_count@}};
}  // namespace

const Catalogue& catalogue() { return kCatalogue; }

}  // namespace gleed
")
endfunction()
