# install.cmake -- the C++ package: headers, the library, and what find_package(gleed) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS gleed EXPORT gleed ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT cpp)
foreach(part base core format platform runtime module)
  install(DIRECTORY gleed/${part} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gleed COMPONENT cpp FILES_MATCHING PATTERN "*.h"
          PATTERN "test_*" EXCLUDE)
endforeach()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/gleed)
install(EXPORT gleed NAMESPACE gleed:: FILE gleed-config.cmake DESTINATION ${package} COMPONENT cpp)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gleed-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gleed-config-version.cmake DESTINATION ${package} COMPONENT cpp)
# The command line, where it was built.
install(TARGETS gleed_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cpp OPTIONAL)
