#pragma once

#include "tests/fuzz/fuzz_file.h"

// A target that includes this gets HDF5 files: it is linked with h5_mutator.cpp, by which libFuzzer
// varies them. Bytes that are not whole as HDF5 should not be given to it.

/// Puts an HDF5 file into memory and returns its path.
inline const std::string& h5_input(const std::uint8_t* data, std::size_t size) {
  return fuzz_file({reinterpret_cast<const char*>(data), size});
}
