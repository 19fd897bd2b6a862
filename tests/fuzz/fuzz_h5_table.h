#pragma once

#include "lib/files/h5.h"

#include <cstddef>
#include <string_view>
#include <vector>

/// Writes a table whose elements are the bytes of an input, signed, over and over.
template <typename T>
void write_table(hashlab::H5File& file, const char* name, const std::vector<std::size_t>& shape,
                 std::string_view bytes) {
  std::size_t n = 1;
  for (const std::size_t extent : shape) n *= extent;
  std::vector<T> elements(n);
  for (std::size_t i = 0; i < n && !bytes.empty(); ++i) {
    elements[i] = static_cast<T>(static_cast<signed char>(bytes[i % bytes.size()]));
  }
  file.write(name, elements.data(), shape);
}
