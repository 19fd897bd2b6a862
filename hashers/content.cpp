#include "hashers/content.h"

#include "lib/files/quick_sum.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

namespace hashlab::hashers {
namespace {

template <typename Number>
std::string_view bytes_of(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

}  // namespace

std::string content_of(const arma::fmat& X) {
  QuickSum sum;
  sum.add(fmt::format("{} x {} ", X.n_rows, X.n_cols));
  sum.add(bytes_of(X.memptr(), X.n_elem));
  return sum.hex();
}

std::string content_of(const Lists& lists) {
  QuickSum sum;
  sum.add(fmt::format("{} lists ", lists.size()));
  sum.add(bytes_of(lists.offsets.data(), lists.offsets.size()));
  sum.add(bytes_of(lists.items.data(), lists.items.size()));
  return sum.hex();
}

}  // namespace hashlab::hashers
