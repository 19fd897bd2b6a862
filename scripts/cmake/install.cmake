# What `cmake --install` and the Debian packages hold, by component:
#   hashlab         the program, its manual pages, completion for shells, experiment files
#   libhashlab      the shared library
#   libhashlab-dev  headers, and what CMake and pkg-config need to link with the library
#   python3-hashlab the Python package, with -DHASHLAB_PYTHON=ON (see python/CMakeLists.txt)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${PROJECT_SOURCE_DIR}/scripts/package)
set(generated ${PROJECT_BINARY_DIR}/package)
set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# The shared library: the objects of three rooms, as they are in the program. Its own functions call
# each other directly (-Bsymbolic), and nothing but hashlab's names is seen from outside, so that a
# program's own instances of Armadillo's templates, compiled with other flags, do not replace ours.
add_library(hashlab_shared SHARED
  $<TARGET_OBJECTS:hashlab_lib> $<TARGET_OBJECTS:hashlab_hashers> $<TARGET_OBJECTS:hashlab_splits>)
add_library(hashlab::hashlab ALIAS hashlab_shared)
set_target_properties(hashlab_shared PROPERTIES
  OUTPUT_NAME hashlab EXPORT_NAME hashlab LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${soversion}
  LINK_DEPENDS ${package}/symbols.map)
target_link_options(hashlab_shared PRIVATE
  -Wl,-z,defs -Wl,-Bsymbolic -Wl,--version-script=${package}/symbols.map)
target_link_libraries(hashlab_shared PRIVATE
  ${OPENBLAS_LIBRARY} fmt::fmt OpenSSL::Crypto Threads::Threads ${HDF5_LIBRARIES}
  ${LIBLINEAR_LIBRARY} ${LIBSVM_LIBRARY})
# Of our own settings a program gets only what the headers need; see hashlabConfig.cmake.in.
target_compile_features(hashlab_shared INTERFACE cxx_std_20)
target_compile_definitions(hashlab_shared INTERFACE
  ARMA_DONT_USE_WRAPPER ARMA_DONT_USE_HDF5 ARMA_DONT_USE_OPENMP)
target_include_directories(hashlab_shared INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS hashlab_shared EXPORT hashlabTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT libhashlab NAMELINK_COMPONENT libhashlab-dev)

# Headers: the umbrellas and all that they include (see install_headers.cmake).
configure_file(${package}/include/hashlab/version.h.in ${generated}/version.h @ONLY)
install(CODE "
  set(source ${PROJECT_SOURCE_DIR})
  set(umbrellas ${package}/include/hashlab)
  set(version_header ${generated}/version.h)
  set(staging ${generated}/include)
  set(destination ${CMAKE_INSTALL_INCLUDEDIR})
  include(${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake)"
  COMPONENT libhashlab-dev)

# For find_package and pkg-config.
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hashlab)
install(EXPORT hashlabTargets NAMESPACE hashlab:: DESTINATION ${cmake_folder}
  COMPONENT libhashlab-dev)
configure_package_config_file(${package}/hashlabConfig.cmake.in ${generated}/hashlabConfig.cmake
  INSTALL_DESTINATION ${cmake_folder} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${generated}/hashlabConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/hashlabConfig.cmake ${generated}/hashlabConfigVersion.cmake
  DESTINATION ${cmake_folder} COMPONENT libhashlab-dev)
# Relative to the file, so that it is right after `cmake --install --prefix`, too.
file(RELATIVE_PATH prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" prefix_from_pc ${prefix_from_pc})
configure_file(${package}/hashlab.pc.in ${generated}/hashlab.pc @ONLY)
install(FILES ${generated}/hashlab.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT libhashlab-dev)

# The program, and what it says of itself.
install(TARGETS hashlab RUNTIME COMPONENT hashlab)
if(HASHLAB_TORCH)
  install(TARGETS hashlab-torch hashlab-backbone RUNTIME COMPONENT hashlab)
endif()
find_program(GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${generated}/man/hashlab.1.gz
  COMMAND hashlab_manual ${generated}/man
  COMMAND sh -c "${GZIP} -9nf ${generated}/man/*.[15]"
  DEPENDS hashlab_manual VERBATIM)
add_custom_target(hashlab_manual_pages ALL DEPENDS ${generated}/man/hashlab.1.gz)
foreach(section 1 5)
  install(DIRECTORY ${generated}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
    COMPONENT hashlab FILES_MATCHING PATTERN "*.${section}.gz")
endforeach()
install(FILES ${package}/completion/hashlab.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME hashlab COMPONENT hashlab)
install(FILES ${package}/completion/_hashlab
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT hashlab)
install(FILES ${package}/completion/hashlab.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT hashlab)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/experiments/suites
  DESTINATION ${CMAKE_INSTALL_DATADIR}/hashlab COMPONENT hashlab)
