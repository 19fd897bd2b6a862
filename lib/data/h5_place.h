#pragma once

#include <string>

namespace hashlab {

/// A dataset of an HDF5 file, as users name it.
struct H5Place {
  std::string file;
  std::string dataset = {};  ///< with its groups, "/a/b"; empty: none is named
};

/// The parts of FILE:/GROUP/NAME; a file with the whole text as its name takes precedence.
H5Place h5_place(const std::string& path);

}  // namespace hashlab
