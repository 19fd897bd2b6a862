#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace hashlab::testing {

/// Random codes of any format.
Codes random_codes(const CodeFormat& format, std::size_t n, std::uint64_t seed);

/// The bytes of a .npy file, written out as the format's description has them.
std::string npy_header(const std::string& dictionary, char version = 1);
template <typename T>
std::string npy(const std::string& dtype, const std::string& shape,
                const std::vector<T>& elements) {
  std::string bytes =
      npy_header("{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }");
  const std::size_t begin = bytes.size();
  bytes.resize(begin + elements.size() * sizeof(T));
  std::memcpy(bytes.data() + begin, elements.data(), elements.size() * sizeof(T));
  return bytes;
}

/// Is there a Python with NumPy and h5py? Says so if not.
bool has_python();

}  // namespace hashlab::testing
