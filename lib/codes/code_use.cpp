#include "lib/codes/code_use.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace hashlab {
namespace {

double entropy(double p) {
  return p <= 0 || p >= 1 ? 0 : -p * std::log2(p) - (1 - p) * std::log2(1 - p);
}

double mean_bit_entropy(const Codes& codes) {
  std::vector<std::size_t> ones(codes.n_words() * 64);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t w = 0; w < codes.n_words(); ++w) {
      for (std::uint64_t word = codes.code(i)[w]; word != 0; word &= word - 1) {
        ++ones[w * 64 + static_cast<std::size_t>(std::countr_zero(word))];
      }
    }
  }
  double sum = 0;
  for (std::size_t j = 0; j < codes.format.bits; ++j) {
    sum += entropy(static_cast<double>(ones[j]) / static_cast<double>(codes.n));
  }
  return sum / static_cast<double>(codes.format.bits);
}

/// How often the most frequent code occurs, and how many different ones do, by an order in which
/// is_before tells apart those that differ.
template <typename Order, typename IsBefore>
CodeUse use_in_order(const Order& order, IsBefore is_before) {
  CodeUse use;
  std::size_t largest = 0;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && !is_before(order[first], order[end])) ++end;
    ++use.distinct;
    largest = std::max(largest, end - first);
    first = end;
  }
  use.largest_share = static_cast<double>(largest) / static_cast<double>(order.size());
  return use;
}

CodeUse use_of_sorted(const Codes& codes) {
  const std::size_t words = codes.n_words();
  if (words == 1) {  // numbers of their own
    std::vector<std::uint64_t> order = codes.words;
    std::sort(order.begin(), order.end());
    return use_in_order(order, std::less<>());
  }
  std::vector<std::uint32_t> order(codes.n);
  std::iota(order.begin(), order.end(), 0u);
  const auto is_before = [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(codes.code(a), codes.code(a) + words, codes.code(b),
                                        codes.code(b) + words);
  };
  std::sort(order.begin(), order.end(), is_before);
  return use_in_order(order, is_before);
}

}  // namespace

CodeUse code_use(const Codes& codes) {
  CodeUse use = use_of_sorted(codes);
  use.bit_entropy = mean_bit_entropy(codes);
  return use;
}

}  // namespace hashlab
