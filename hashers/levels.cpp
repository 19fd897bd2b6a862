#include "hashers/levels.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hashlab::hashers {
namespace {

/// The means of the values in each of the regions of one dimension.
std::vector<double> means_of_regions(const std::vector<double>& thresholds, const float* y,
                                     std::size_t n) {
  std::vector<double> sums(thresholds.size() + 1);
  std::vector<std::size_t> counts(sums.size());
  for (std::size_t i = 0; i < n; ++i) {
    const auto above = std::lower_bound(thresholds.begin(), thresholds.end(), double{y[i]});
    const auto region = static_cast<std::size_t>(above - thresholds.begin());
    sums[region] += double{y[i]};
    ++counts[region];
  }
  for (std::size_t r = 0; r < sums.size(); ++r) {
    if (counts[r] > 0) sums[r] /= static_cast<double>(counts[r]);
  }
  constexpr std::size_t none = SIZE_MAX;
  std::size_t before = none;  // the last region with values
  for (std::size_t r = 0; r < sums.size(); ++r) {
    if (counts[r] > 0) {
      before = r;
      continue;
    }
    std::size_t after = r;
    while (after < sums.size() && counts[after] == 0) ++after;
    if (after == sums.size()) {
      sums[r] = sums[before];  // n >= 1, so one of the two exists
    } else if (before == none) {
      sums[r] = sums[after];
    } else {
      const double share = static_cast<double>(r - before) / static_cast<double>(after - before);
      sums[r] = sums[before] + share * (sums[after] - sums[before]);
    }
  }
  return sums;
}

}  // namespace

Quantisation with_levels(Quantisation quantisation, const arma::fmat& Y) {
  if (quantisation.vectors) return quantisation;
  quantisation.levels.clear();
  for (std::size_t k = 0; k < quantisation.thresholds.size(); ++k) {
    quantisation.levels.push_back(
        means_of_regions(quantisation.thresholds[k], Y.colptr(k), Y.n_rows));
  }
  return quantisation;
}

}  // namespace hashlab::hashers
