#include "hashers/quantisation.h"

#include "hashers/signs.h"
#include "hashers/vector_coder.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace hashlab::hashers {
namespace {

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
    widths.push_back(static_cast<std::uint8_t>(bits_for_thresholds(thresholds.size())));
  }
  return widths;
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

}  // namespace

std::size_t Quantisation::dimensions() const {
  return vectors ? vectors->dimensions() : thresholds.size();
}

CodeFormat Quantisation::format() const {
  if (vectors) return vectors->format();
  std::vector<std::uint8_t> widths;
  for (const auto& t : thresholds) {
    if (!t.empty()) widths.push_back(static_cast<std::uint8_t>(bits_for_thresholds(t.size())));
  }
  CodeFormat format = format_of_digits(widths);
  if (codebook == Codebook::double_bit) format.digit_bits = 1;
  return format;
}

unsigned Quantisation::digit_of_region(unsigned region) const {
  if (codebook == Codebook::natural) return region;
  return region < 2 ? 1 - region : 0b10;  // 01, 00 and 10 of the regions 0, 1 and 2
}

Asked Quantisation::ask(const arma::fmat& Y) const {
  return vectors ? vectors->ask(Y) : ask_levels(*this, Y);
}

ItemNumbers Quantisation::numbers(const Codes& codes) const {
  if (vectors) return vectors->numbers(codes);
  return {.factors = {{}}};  // estimates are the sums of ask() alone
}

Codes Quantisation::encode(const arma::fmat& Y) const {
  if (vectors) return vectors->encode(Y);
  if (std::all_of(thresholds.begin(), thresholds.end(),
                  [](const std::vector<double>& t) { return t.size() == 1; })) {
    std::vector<double> single;
    for (const auto& t : thresholds) single.push_back(t.front());
    return sign_bits(Y, single);
  }
  Codes codes(format(), Y.n_rows);
  std::vector<unsigned> region(Y.n_rows);
  std::size_t first = 0;  // the first bit of the dimension's digit
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const std::size_t B = bits_for_thresholds(thresholds[k].size());
    if (B == 0) continue;
    const float* y = Y.colptr(k);
    std::fill(region.begin(), region.end(), 0u);
    for (const double t : thresholds[k]) {
      for (std::size_t i = 0; i < Y.n_rows; ++i) region[i] += y[i] > t ? 1u : 0u;
    }
    for (std::size_t i = 0; i < Y.n_rows; ++i) {
      codes.put(i, first, B, digit_of_region(region[i]));
    }
    first += B;
  }
  return codes;
}

arma::fmat Quantisation::values(const Codes& codes) const {
  require_levels(*this);
  const std::vector<std::uint8_t> widths = widths_of(*this);
  arma::fmat Y(codes.n, widths.size());
  std::size_t first = 0;
  for (std::size_t k = 0; k < widths.size(); ++k) {
    const std::vector<double> of_digits = levels_of_digits(*this, k, widths[k]);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::size_t digit = widths[k] == 0 ? 0 : codes.get(i, first, widths[k]);
      Y(i, k) = static_cast<float>(of_digits[digit]);
    }
    first += widths[k];
  }
  return Y;
}

}  // namespace hashlab::hashers
