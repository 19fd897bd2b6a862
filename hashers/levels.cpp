#include "hashers/levels.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
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

void require_levels(const Quantisation& quantisation) {
  if (!quantisation.levels.empty()) return;
  refuse(
      "the hash function has no levels of its regions, by which codes are compared with real "
      "values: train it again with this version");
}

/// The level of each digit of a dimension; digits without a region get 0.
std::vector<double> levels_of_digits(const Quantisation& quantisation, std::size_t k,
                                     std::size_t width) {
  std::vector<double> levels(std::size_t{1} << width);
  for (std::size_t r = 0; r < quantisation.levels[k].size(); ++r) {
    levels[quantisation.digit_of_region(static_cast<unsigned>(r))] = quantisation.levels[k][r];
  }
  return levels;
}

/// The bits of each dimension.
std::vector<std::uint8_t> widths_of(const Quantisation& quantisation) {
  std::vector<std::uint8_t> widths;
  for (const auto& thresholds : quantisation.thresholds) {
    std::uint8_t bits = 0;
    while ((std::size_t{1} << bits) < thresholds.size() + 1) ++bits;
    widths.push_back(bits);
  }
  return widths;
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

Asked ask_levels(const Quantisation& quantisation, const arma::fmat& Y) {
  require_levels(quantisation);
  const std::size_t dims = quantisation.thresholds.size();
  if (Y.n_cols != dims) {
    refuse(fmt::format("queries have {} hash dimensions, codes have {}", Y.n_cols, dims));
  }
  if (!Y.is_finite()) refuse("a query has values that are not finite");
  const std::vector<std::uint8_t> widths = widths_of(quantisation);
  Asked asked;
  std::copy_if(widths.begin(), widths.end(), std::back_inserter(asked.widths),
               [](std::uint8_t width) { return width > 0; });
  std::vector<std::vector<double>> levels;
  for (std::size_t k = 0; k < dims; ++k) {
    levels.push_back(levels_of_digits(quantisation, k, widths[k]));
  }
  for (arma::uword q = 0; q < Y.n_rows; ++q) {
    AskedQuery query;
    AskedTerm term;
    for (std::size_t k = 0; k < dims; ++k) {
      const auto y = static_cast<double>(Y(q, k));
      for (const double level : levels[k]) {
        const double squared = (y - level) * (y - level);
        if (widths[k] > 0) {
          term.table.push_back(squared);
        } else {  // every code stands for the same value
          query.constant += squared;
        }
      }
    }
    query.terms.push_back(std::move(term));
    asked.queries.push_back(std::move(query));
  }
  return asked;
}

arma::fmat values_of_levels(const Quantisation& quantisation, const Codes& codes) {
  require_levels(quantisation);
  const std::vector<std::uint8_t> widths = widths_of(quantisation);
  arma::fmat Y(codes.n, widths.size());
  std::size_t first = 0;
  for (std::size_t k = 0; k < widths.size(); ++k) {
    const std::vector<double> levels = levels_of_digits(quantisation, k, widths[k]);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::size_t digit = widths[k] == 0 ? 0 : codes.get(i, first, widths[k]);
      Y(i, k) = static_cast<float>(levels[digit]);
    }
    first += widths[k];
  }
  return Y;
}

}  // namespace hashlab::hashers
