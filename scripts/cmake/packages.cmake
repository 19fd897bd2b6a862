# Debian packages by CPack: `cpack -G DEB` in a build folder writes one for each component of
# install.cmake. They are made from a build with -DCMAKE_INSTALL_PREFIX=/usr.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hashlab)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The hashlab developers <hashlab@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_COMPONENTS_ALL hashlab libhashlab libhashlab-dev)
if(HASHLAB_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python3-hashlab)
endif()
# The dependencies that the libraries in a package need, of which the first is our own.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})

set(about "Learning to hash turns features, such as image descriptors, into short binary\n\
codes whose distances preserve similarity. hashlab trains hashing methods, runs\n\
experiments on splits without leaks, and computes metrics with exact treatment\n\
of ties.")

# debian_package(COMPONENT NAME SECTION SUMMARY TEXT): CPack's variables for a component.
function(debian_package component name section summary text)
  string(TOUPPER ${component} upper)
  foreach(pair "PACKAGE_NAME=${name}" "PACKAGE_SECTION=${section}")
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" whole ${pair})
    set(CPACK_DEBIAN_${upper}_${CMAKE_MATCH_1} ${CMAKE_MATCH_2} PARENT_SCOPE)
  endforeach()
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${about}\n\n${text}" PARENT_SCOPE)
  # Every package has its copyright and its list of changes.
  install(FILES ${package}/debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${component})
  install(FILES ${generated}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${component})
endfunction()
configure_file(${package}/debian/changelog.in ${generated}/changelog.Debian @ONLY)
execute_process(COMMAND ${GZIP} -9nfk ${generated}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
debian_package(hashlab hashlab science "learning to hash, measured"
  "This package has the program, its manual and its experiment files.")
debian_package(libhashlab libhashlab${soversion} libs "learning to hash (shared library)"
  "This package has the library that programs are linked with.")
debian_package(libhashlab-dev libhashlab-dev libdevel "learning to hash (development files)"
  "This package has the headers, and files for CMake and pkg-config.")
set(CPACK_DEBIAN_LIBHASHLAB-DEV_PACKAGE_DEPENDS
  "libhashlab${soversion} (= ${PROJECT_VERSION}-1), libarmadillo-dev, libopenblas-dev")
set(CPACK_DEBIAN_LIBHASHLAB-DEV_PACKAGE_SHLIBDEPS OFF)
configure_file(${package}/debian/shlibs.in ${generated}/shlibs @ONLY)
set(CPACK_DEBIAN_LIBHASHLAB_PACKAGE_CONTROL_EXTRA
  "${generated}/shlibs;${package}/debian/triggers")
if(HASHLAB_PYTHON)
  debian_package(python3-hashlab python3-hashlab python "learning to hash (Python package)"
    "This package has methods as estimators of scikit-learn, exact search and metrics of\n\
codes in NumPy arrays, and experiments from a notebook.")
  # Its module is of the version of Python that it was built for.
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  string(JOIN ", " needs
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}~)"
    "python3 (<< ${Python_VERSION_MAJOR}.${next_minor})"
    python3-numpy "hashlab (= ${PROJECT_VERSION}-1)")
  set(CPACK_DEBIAN_PYTHON3-HASHLAB_PACKAGE_DEPENDS ${needs})
  set(CPACK_DEBIAN_PYTHON3-HASHLAB_PACKAGE_RECOMMENDS
    "python3-sklearn, python3-pandas, python3-matplotlib")
  # Compiled Python files are made at installation and removed with the package.
  set(CPACK_DEBIAN_PYTHON3-HASHLAB_PACKAGE_CONTROL_EXTRA
    "${package}/debian/python/postinst;${package}/debian/python/prerm")
  set(CPACK_DEBIAN_PYTHON3-HASHLAB_PACKAGE_CONTROL_STRICT_PERMISSION ON)
endif()
include(CPack)
