#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// One number of one run: a line of `hashlab table --long --format csv`.
struct ResultRow {
  std::string dataset, split, hasher;
  std::size_t bits = 0;  ///< 0: a reference ranking by real-valued distance, without codes
  std::size_t run = 0;   ///< 1, 2, ...
  std::string metric;
  double value = 0;
};

}  // namespace hashlab
