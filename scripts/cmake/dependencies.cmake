# Libraries from the system; CONTRIBUTING.md gives the reason for each.
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(fmt 9 REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)

find_path(ARMADILLO_INCLUDE_DIR armadillo REQUIRED)
find_library(OPENBLAS_LIBRARY openblas REQUIRED)
add_library(hashlab_armadillo INTERFACE)
target_include_directories(hashlab_armadillo SYSTEM INTERFACE ${ARMADILLO_INCLUDE_DIR})
target_compile_definitions(hashlab_armadillo INTERFACE
  ARMA_DONT_USE_WRAPPER  # call OpenBLAS directly
  ARMA_DONT_USE_HDF5     # lib/h5/h5.cpp is the only way to HDF5
  ARMA_DONT_USE_OPENMP   # threads are the runner's
  ARMA_WARN_LEVEL=0      # a library does not print; the bool results are checked
)
target_link_libraries(hashlab_armadillo INTERFACE ${OPENBLAS_LIBRARY})

find_path(FFTW_INCLUDE_DIR fftw3.h REQUIRED)
find_library(FFTWF_LIBRARY fftw3f REQUIRED)
find_path(MATIO_INCLUDE_DIR matio.h REQUIRED)
find_library(MATIO_LIBRARY matio REQUIRED)

find_path(LIBLINEAR_INCLUDE_DIR linear.h REQUIRED)
find_library(LIBLINEAR_LIBRARY linear REQUIRED)
find_path(LIBSVM_INCLUDE_DIR libsvm/svm.h REQUIRED)
find_library(LIBSVM_LIBRARY svm REQUIRED)

find_path(NLOHMANN_JSON_INCLUDE_DIR nlohmann/json.hpp REQUIRED)
# JavaScript that `hashlab report` puts into its pages.
find_path(VEGA_DIR vega-parser.min.js PATHS /usr/share/javascript/vega REQUIRED)

# Of experiments/schedule/with_mpi.cpp alone. Open MPI's or any other with the interface of MPI 3.0.
if(HASHLAB_MPI)
  find_package(MPI 3.0 REQUIRED COMPONENTS C)
endif()

# Of hashlab-torch alone. Debian's, or any newer by -DCMAKE_PREFIX_PATH.
if(HASHLAB_TORCH)
  find_package(Torch REQUIRED)
  add_library(hashlab_libtorch INTERFACE)
  target_include_directories(hashlab_libtorch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
  target_link_libraries(hashlab_libtorch INTERFACE ${TORCH_LIBRARIES})
endif()

# Of the Python package alone. A shell may have another python3 first, without NumPy, so Debian's is
# taken unless a virtual environment is active or Python_EXECUTABLE is given.
if(HASHLAB_PYTHON)
  if(NOT Python_EXECUTABLE AND NOT DEFINED ENV{VIRTUAL_ENV} AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
  find_package(pybind11 2.10 REQUIRED)
endif()
