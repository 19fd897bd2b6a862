#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// The beginning of a file, from which its format is recognised.
struct Sniff {
  std::string path;
  bool is_folder = false;
  bool is_gzip = false;   ///< true if it is gzipped; `head` is then decompressed
  std::string head;       ///< the first 65,536 bytes, or all of a shorter file
  std::size_t bytes = 0;  ///< size of the file; 0 for a folder or a gzipped file
};

}  // namespace hashlab
