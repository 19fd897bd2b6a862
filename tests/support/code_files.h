#pragma once

#include "lib/codes/code_file.h"
#include "lib/codes/codes.h"

#include <fmt/format.h>

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

/// A .npy of n x bits elements, `zero` where a bit is 0 and `one` where it is 1.
template <typename T>
std::string npy_elements(const Codes& codes, const std::string& dtype, T zero, T one) {
  std::vector<T> table;
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < codes.format.bits; ++j) {
      table.push_back(codes.bit(i, j) ? one : zero);
    }
  }
  return npy(dtype, fmt::format("({}, {})", codes.n, codes.format.bits), table);
}

/// A .npy of n x ceil(bits / 8) bytes, packed bit by bit from the definition of the two orders.
std::string npy_packed(const Codes& codes, bool big);

/// Writes codes in our own HDF5, at once or in pieces of `step` codes.
void write_code_file(const std::string& path, const Codes& codes);
void write_code_file(const std::string& path, const Codes& codes, std::size_t step);

/// All codes of a file; `part` tells which if it has several.
Codes codes_in(const std::string& path, const std::string& part = "");

/// `count` of the codes, from the one at `first` on.
Codes slice_of(const Codes& codes, std::size_t first, std::size_t count);

/// Are they equal in format, number and every bit?
bool same_codes(const Codes& a, const Codes& b);

/// Options for opening codes that only say how long they are, or which part of the file they are.
CodeFileOptions with_bits(std::size_t n);
CodeFileOptions with_part(const std::string& name);

/// The message, one line without the path in front, that reading all codes of a file ends in.
std::string refusal_of_codes(const std::string& path, const CodeFileOptions& options = {});

/// Is there a Python with NumPy and h5py? The running test case counts as skipped if not.
bool has_python();

}  // namespace hashlab::testing
