# size.cmake -- the programs that ./dev size measures; built only when asked for by name.
foreach(program empty runtime kernels)
  string(REPLACE kernels runtime source ${program})
  add_executable(size_${program} EXCLUDE_FROM_ALL tools/size/${source}.cpp)
  target_link_libraries(size_${program} PRIVATE gleed_plain gleed)
  target_link_options(size_${program} PRIVATE -s)
endforeach()
target_compile_definitions(size_kernels PRIVATE GLEED_ALL_KERNELS)
add_custom_target(gleed_size DEPENDS size_empty size_runtime size_kernels)
