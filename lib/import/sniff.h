#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// The beginning of a file, from which its format is recognised.
struct Sniff {
  std::string path;
  bool is_folder = false;
  bool is_gzip = false;   ///< if true, head and bytes are those of the decompressed file
  std::string head;       ///< the first 65,536 bytes, or all
  std::size_t bytes = 0;  ///< size of the file; 0 if it is gzipped, since it is then unknown
};

}  // namespace hashlab
