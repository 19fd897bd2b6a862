#pragma once

#include <string>

namespace hashlab {

/// A dataset of an HDF5 file, as users name it.
struct H5Place {
  std::string file;
  std::string dataset = {};  ///< with its groups, "/a/b"; empty: none is named
};

/// Splits FILE:/GROUP/NAME into file and dataset. If a file has the whole text as its name, that
/// file is meant.
H5Place h5_place(const std::string& path);

}  // namespace hashlab
