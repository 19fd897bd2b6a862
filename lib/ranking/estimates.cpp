#include "lib/ranking/estimates.h"

#include "lib/error.h"
#include "lib/ranking/summed_estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t group_bits = 8;

/// The first digit of each group, and the number of digits at the end.
std::vector<std::size_t> groups_of_digits(const std::vector<std::uint8_t>& widths) {
  std::vector<std::size_t> first = {0};
  std::size_t bits = 0;
  for (std::size_t k = 0; k < widths.size(); ++k) {
    if (bits + widths[k] > group_bits) {
      first.push_back(k);
      bits = 0;
    }
    bits += widths[k];
  }
  first.push_back(widths.size());
  return first;
}

std::size_t entries_of_digits(const std::vector<std::uint8_t>& widths) {
  std::size_t entries = 0;
  for (const std::uint8_t width : widths) entries += std::size_t{1} << width;
  return entries;
}

void check_asked(const Asked& asked, const Codes& items, const ItemNumbers& numbers) {
  const auto fail = [](const std::string& what) {
    throw Error(ErrorCode::invalid_argument, "estimated distances: " + what);
  };
  std::size_t bits = 0;
  for (const std::uint8_t width : asked.widths) {
    if (width < 1 || width > group_bits) {
      fail(fmt::format("a digit has {} bits, expected 1 .. 8", static_cast<unsigned>(width)));
    }
    bits += width;
  }
  if (bits != items.format.bits) {
    fail(
        fmt::format("queries ask digits of {} bits together, codes have {}: ask by the model that "
                    "made the codes",
                    bits, items.format.bits));
  }
  if (!numbers.base.empty() && numbers.base.size() != items.n) {
    fail(fmt::format("{} items have numbers, there are {}", numbers.base.size(), items.n));
  }
  if (!numbers.spread.empty() && numbers.spread.size() != items.n) {
    fail(fmt::format("{} items have spreads, there are {}", numbers.spread.size(), items.n));
  }
  const std::size_t entries = entries_of_digits(asked.widths);
  for (const AskedQuery& query : asked.queries) {
    if (query.terms.size() != numbers.factors.size()) {
      fail(fmt::format("a query has {} terms, items have {} factors", query.terms.size(),
                       numbers.factors.size()));
    }
    for (const AskedTerm& term : query.terms) {
      if (term.table.empty() || term.table.size() == entries) continue;
      fail(fmt::format("a table has {} entries, digits have {} values together", term.table.size(),
                       entries));
    }
  }
  for (const std::vector<double>& factors : numbers.factors) {
    if (factors.empty() || factors.size() == items.n) continue;
    fail(fmt::format("{} items have factors, there are {}", factors.size(), items.n));
  }
  // An order of estimates that are not numbers would not be an order.
  const std::size_t unusable = first_without_numbers(numbers);
  if (unusable < items.n) {
    fail(fmt::format("the numbers of item {} are not finite: encode the samples again", unusable));
  }
}

/// The sum of the entries of a group's digits for each value of the group, 256 for each group.
std::vector<double> tables_of_groups(const std::vector<double>& table,
                                     const std::vector<std::uint8_t>& widths,
                                     const std::vector<std::size_t>& first_digit) {
  const std::size_t n_groups = first_digit.size() - 1;
  std::vector<double> sums(n_groups << group_bits);
  std::size_t digit_at = 0;  // the entry of value 0 of the digit
  for (std::size_t g = 0; g < n_groups; ++g) {
    double* of_group = sums.data() + (g << group_bits);
    std::size_t shift = 0;
    for (std::size_t k = first_digit[g]; k < first_digit[g + 1]; ++k) {
      const std::size_t values = std::size_t{1} << widths[k];
      // In place, from the highest value down: what is read is not yet overwritten.
      for (std::size_t v = values; v-- > 0;) {
        for (std::size_t lower = 0; lower < std::size_t{1} << shift; ++lower) {
          const double before = shift == 0 ? 0.0 : of_group[lower];
          of_group[(v << shift) + lower] = before + table[digit_at + v];
        }
      }
      digit_at += values;
      shift += widths[k];
    }
  }
  return sums;
}

}  // namespace

std::size_t first_without_numbers(const ItemNumbers& numbers) {
  std::size_t first = SIZE_MAX;
  const auto look_at = [&](const std::vector<double>& of_items) {
    const auto found = std::find_if(of_items.begin(), of_items.end(),
                                    [](double number) { return !std::isfinite(number); });
    if (found == of_items.end()) return;
    first = std::min(first, static_cast<std::size_t>(found - of_items.begin()));
  };
  look_at(numbers.base);
  look_at(numbers.spread);
  for (const std::vector<double>& factors : numbers.factors) look_at(factors);
  return first;
}

Estimates::Estimates(Asked asked, const Codes& items, ItemNumbers numbers, const Kernel& kernel)
    : asked_(std::move(asked)), numbers_(std::move(numbers)), n_(items.n) {
  check_asked(asked_, items, numbers_);
  summed_ = SummedEstimates::make(asked_, items, numbers_, kernel);
  if (summed_ != nullptr) return;
  first_digit_ = groups_of_digits(asked_.widths);
  const std::size_t n_groups = first_digit_.size() - 1;
  std::vector<std::size_t> first_bit = {0};
  for (std::size_t g = 0; g < n_groups; ++g) {
    const auto digits = asked_.widths.begin();
    first_bit.push_back(std::accumulate(digits + static_cast<std::ptrdiff_t>(first_digit_[g]),
                                        digits + static_cast<std::ptrdiff_t>(first_digit_[g + 1]),
                                        first_bit.back()));
  }
  groups_.resize(n_ * n_groups);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t g = 0; g < n_groups; ++g) {
      groups_[i * n_groups + g] =
          static_cast<std::uint8_t>(items.get(i, first_bit[g], first_bit[g + 1] - first_bit[g]));
    }
  }
}

void Estimates::add_term(const AskedTerm& term, const std::vector<double>& factors,
                         std::span<double> out) const {
  const auto add = [&](std::size_t i, double sum) {
    const double value = term.start + term.scale * sum;
    out[i] += factors.empty() ? value : factors[i] * value;
  };
  if (term.table.empty()) {
    for (std::size_t i = 0; i < n_; ++i) add(i, 0);
    return;
  }
  const std::vector<double> tables = tables_of_groups(term.table, asked_.widths, first_digit_);
  const std::size_t n_groups = first_digit_.size() - 1;
  std::size_t i = 0;
  for (; i + 4 <= n_; i += 4) {  // four sums that do not wait for each other
    const std::uint8_t* at = groups_.data() + i * n_groups;
    double a = 0, b = 0, c = 0, d = 0;
    for (std::size_t g = 0; g < n_groups; ++g) {
      const double* table = tables.data() + (g << group_bits);
      a += table[at[g]];
      b += table[at[n_groups + g]];
      c += table[at[2 * n_groups + g]];
      d += table[at[3 * n_groups + g]];
    }
    add(i, a);
    add(i + 1, b);
    add(i + 2, c);
    add(i + 3, d);
  }
  for (; i < n_; ++i) {
    const std::uint8_t* at = groups_.data() + i * n_groups;
    double sum = 0;
    for (std::size_t g = 0; g < n_groups; ++g) sum += tables[(g << group_bits) + at[g]];
    add(i, sum);
  }
}

void Estimates::of_query(std::size_t q, std::span<double> out) const {
  if (summed_ != nullptr) return summed_->of_query(q, out);
  const AskedQuery& query = asked_.queries[q];
  for (std::size_t i = 0; i < n_; ++i) {
    out[i] = query.constant + (numbers_.base.empty() ? 0.0 : numbers_.base[i]);
  }
  for (std::size_t t = 0; t < query.terms.size(); ++t) {
    add_term(query.terms[t], numbers_.factors[t], out);
  }
  for (double& estimate : out) estimate += 0.0;  // never -0
}

double estimate(const Asked& asked, std::size_t q, const Codes& items, std::size_t i,
                const ItemNumbers& numbers) {
  const AskedQuery& query = asked.queries[q];
  double result = query.constant + (numbers.base.empty() ? 0.0 : numbers.base[i]);
  for (std::size_t t = 0; t < query.terms.size(); ++t) {
    const AskedTerm& term = query.terms[t];
    double sum = 0, group = 0;
    std::size_t at = 0, bit = 0, bits = 0;
    for (const std::uint8_t width : asked.widths) {
      if (term.table.empty()) break;
      if (bits + width > group_bits) {
        sum += group;
        group = 0;
        bits = 0;
      }
      group += term.table[at + items.get(i, bit, width)];
      at += std::size_t{1} << width;
      bit += width;
      bits += width;
    }
    sum += group;
    const double value = term.start + term.scale * sum;
    const std::vector<double>& factors = numbers.factors[t];
    result += factors.empty() ? value : factors[i] * value;
  }
  return result + 0.0;
}

NearestItems nearest_by_estimates(const Estimates& estimates, std::size_t k, const Lists& ignored,
                                  std::size_t threads) {
  if (k == 0) refuse("estimated distances: k is 0, must be >= 1");
  if (estimates.summed() != nullptr) return estimates.summed()->nearest(k, ignored, threads);
  NearestItems nearest;
  std::vector<double> values(estimates.n_items());
  std::vector<std::uint32_t> order;
  for (std::size_t q = 0; q < estimates.n_queries(); ++q) {
    estimates.of_query(q, values);
    order.clear();
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (ignored.size() > 0 && std::binary_search(ignored[q].begin(), ignored[q].end(), i)) {
        continue;
      }
      order.push_back(i);
    }
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size()));
    std::partial_sort(order.begin(), end, order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return values[a] != values[b] ? values[a] < values[b] : a < b;
    });
    order.erase(end, order.end());
    for (const std::uint32_t i : order) {
      nearest.positions.push_back(i);
      nearest.similarities.push_back(0.0 - values[i]);
    }
    nearest.offsets.push_back(nearest.positions.size());
  }
  return nearest;
}

}  // namespace hashlab
