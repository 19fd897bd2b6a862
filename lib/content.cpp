#include "lib/content.h"

#include "lib/files/sha256.h"

#include <fmt/format.h>

namespace hashlab {

std::string content_of(const arma::fmat& X) {
  Sha256 sum;
  sum.add(fmt::format("{} x {} ", X.n_rows, X.n_cols));
  sum.add(X.memptr(), X.n_elem * sizeof(float));
  return sum.hex();
}

std::string content_of(const Lists& lists) {
  Sha256 sum;
  sum.add(fmt::format("{} lists ", lists.size()));
  sum.add(lists.offsets.data(), lists.offsets.size() * sizeof(lists.offsets.front()));
  sum.add(lists.items.data(), lists.items.size() * sizeof(lists.items.front()));
  return sum.hex();
}

}  // namespace hashlab
