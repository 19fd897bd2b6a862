#include "lib/ranking/summed_estimates.h"
#include "lib/ranking/estimates.h"
#include "lib/rng.h"
#include "tests/support/kernels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::summed_estimates_test {
namespace {

using namespace testing;

struct Problem {
  Asked asked;
  Codes items;
  ItemNumbers numbers;
};

/// How the numbers of items are drawn.
enum class Numbers { of_grid, few, none, any_sign, wide };

/// Random codes with digits of these widths, and queries of signed digits of `digits` bits, as
/// quantisers on a grid ask them. The last query has only zeros.
Problem signed_problem(const std::vector<std::uint8_t>& widths, std::size_t n, std::size_t digits,
                       Numbers kind, Rng rng, std::size_t n_queries = 3) {
  Problem p;
  p.asked.widths = widths;
  const std::size_t bits = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  p.items = Codes({bits, 1}, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < bits; ++j) {
      if (rng.below(2) == 1) p.items.set_bit(i, j);
    }
  }
  const int most = (1 << (digits - 1)) - 1;
  for (std::size_t q = 0; q < n_queries; ++q) {
    const bool zeros = q + 1 == n_queries;
    AskedTerm term{0, zeros ? 0.0 : 0.1 + rng.uniform(), {}};
    for (const std::uint8_t width : widths) {
      const int digit = zeros ? 0 : static_cast<int>(std::lround((2 * rng.uniform() - 1) * most));
      for (int u = 0; u < 1 << width; ++u) {
        term.table.push_back(digit * ((2 * u - ((1 << width) - 1)) / 2.0));
      }
    }
    p.asked.queries.push_back({10 * rng.uniform(), {std::move(term)}});
  }
  p.numbers.factors.resize(1);
  if (kind == Numbers::none) return p;
  for (std::size_t i = 0; i < n; ++i) {
    const double base = kind == Numbers::few    ? static_cast<double>(rng.below(3))
                        : kind == Numbers::wide ? std::exp(40 * rng.uniform() - 20)
                                                : 5 + rng.uniform();
    const double factor = kind == Numbers::few        ? -static_cast<double>(rng.below(2))
                          : kind == Numbers::any_sign ? rng.uniform() - 0.5
                                                      : -0.2 * std::sqrt(base);
    p.numbers.base.push_back(base);
    p.numbers.factors[0].push_back(factor);
  }
  return p;
}

/// The nearest items by sorting the estimates of the definition.
NearestItems sorted_nearest(const Problem& p, std::size_t k, const Lists& ignored = {}) {
  NearestItems nearest;
  for (std::size_t q = 0; q < p.asked.queries.size(); ++q) {
    std::vector<std::pair<double, std::uint32_t>> sorted;
    for (std::uint32_t i = 0; i < p.items.n; ++i) {
      if (ignored.size() > 0 && std::binary_search(ignored[q].begin(), ignored[q].end(), i)) {
        continue;
      }
      sorted.emplace_back(estimate(p.asked, q, p.items, i, p.numbers), i);
    }
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() > k) sorted.resize(k);
    for (const auto& [distance, i] : sorted) {
      nearest.positions.push_back(i);
      nearest.similarities.push_back(0.0 - distance);
    }
    nearest.offsets.push_back(nearest.positions.size());
  }
  return nearest;
}

bool all_are_right(const Problem& p, const Kernel& kernel) {
  const Estimates estimates(p.asked, p.items, p.numbers, kernel);
  if (estimates.summed() == nullptr) return false;
  std::vector<double> found(p.items.n);
  for (std::size_t q = 0; q < p.asked.queries.size(); ++q) {
    estimates.of_query(q, found);
    for (std::size_t i = 0; i < p.items.n; ++i) {
      if (found[i] != estimate(p.asked, q, p.items, i, p.numbers)) return false;
    }
  }
  return true;
}

const std::vector<std::vector<std::uint8_t>> formats = {{1},
                                                        {8},
                                                        std::vector<std::uint8_t>(128, 1),
                                                        std::vector<std::uint8_t>(17, 2),
                                                        {8, 7, 6, 5, 4, 3, 2, 1, 1, 1},
                                                        std::vector<std::uint8_t>(64, 8)};

}  // namespace

TEST_CASE("summed estimates: they are estimates to the bit, for digits of any widths and kernels") {
  for (const Kernel* kernel : supported_kernels()) {
    for (std::size_t f = 0; f < formats.size(); ++f) {
      for (const std::size_t digits : {2u, 4u, 6u, 8u}) {
        const Problem p =
            signed_problem(formats[f], 41, digits, Numbers::of_grid, Rng(10 * f + digits));
        INFO(kernel->name, ", format ", f, ", digits of ", digits, " bits");
        CHECK(all_are_right(p, *kernel));
      }
    }
  }
}

TEST_CASE("summed estimates: every kernel finds the nearest that sorting finds, ties by position") {
  for (const Kernel* kernel : supported_kernels()) {
    for (const Numbers kind :
         {Numbers::of_grid, Numbers::few, Numbers::none, Numbers::any_sign, Numbers::wide}) {
      for (const std::size_t n : {1u, 511u, 512u, 513u, 9000u}) {
        // Sums of seven digits of one bit tie often.
        const std::size_t planes = n % 2 == 0 ? 7 : 40;
        const Problem p = signed_problem(std::vector<std::uint8_t>(planes, 1), n, 4, kind, Rng(n));
        const Estimates estimates(p.asked, p.items, p.numbers, *kernel);
        REQUIRE(estimates.summed() != nullptr);
        for (const std::size_t k : {std::size_t{1}, std::size_t{10}, n + 5}) {
          INFO(kernel->name, ", numbers ", static_cast<int>(kind), ", n ", n, ", k ", k);
          CHECK(nearest_by_estimates(estimates, k) == sorted_nearest(p, k));
        }
      }
    }
  }
}

TEST_CASE("summed estimates: codes of several bits a digit are searched the same") {
  for (const Kernel* kernel : supported_kernels()) {
    for (std::size_t f = 0; f < formats.size(); ++f) {
      const Problem p = signed_problem(formats[f], 5200, 6, Numbers::of_grid, Rng(f), 2);
      const Estimates estimates(p.asked, p.items, p.numbers, *kernel);
      INFO(kernel->name, ", format ", f);
      CHECK(nearest_by_estimates(estimates, 10) == sorted_nearest(p, 10));
    }
  }
}

TEST_CASE("summed estimates: several threads find what one finds") {
  for (const std::size_t n_queries : {3u, 150u}) {
    const Problem p = signed_problem(std::vector<std::uint8_t>(20, 1), 6000, 4, Numbers::of_grid,
                                     Rng(2), n_queries);
    const Estimates estimates(p.asked, p.items, p.numbers);
    const NearestItems one = nearest_by_estimates(estimates, 10);
    for (const std::size_t threads : {2u, 3u, 40u}) {
      CHECK(nearest_by_estimates(estimates, 10, {}, threads) == one);
    }
  }
}

TEST_CASE("summed estimates: a query does not find what it ignores") {
  const Problem p =
      signed_problem(std::vector<std::uint8_t>(30, 1), 6000, 4, Numbers::of_grid, Rng(3));
  const NearestItems nearest = sorted_nearest(p, 50);
  Lists ignored;
  for (std::size_t q = 0; q < 3; ++q) {
    const auto found = nearest.positions_of(q);
    std::vector<std::uint32_t> list(found.begin(), found.begin() + static_cast<int>(20 * q));
    std::sort(list.begin(), list.end());
    ignored.append(list);
  }
  for (const std::size_t threads : {1u, 2u}) {
    const Estimates estimates(p.asked, p.items, p.numbers);
    CHECK(nearest_by_estimates(estimates, 10, ignored, threads) == sorted_nearest(p, 10, ignored));
  }
}

TEST_CASE("summed estimates: other tables, several terms and no items take the other way") {
  const auto is_summed = [](const Problem& p) {
    return Estimates(p.asked, p.items, p.numbers).summed() != nullptr;
  };
  Problem p = signed_problem({1, 2}, 5, 4, Numbers::of_grid, Rng(4));
  CHECK(is_summed(p));
  Problem real = p;
  real.asked.queries[1].terms[0].table[0] += 0.3;
  CHECK_FALSE(is_summed(real));
  Problem two = p;
  for (AskedQuery& query : two.asked.queries) query.terms.push_back(query.terms[0]);
  two.numbers.factors.push_back({});
  CHECK_FALSE(is_summed(two));
  Problem empty = signed_problem({1, 2}, 0, 4, Numbers::of_grid, Rng(4));
  CHECK_FALSE(is_summed(empty));
  CHECK(nearest_by_estimates(Estimates(empty.asked, empty.items, empty.numbers), 3) ==
        sorted_nearest(empty, 3));
}

}  // namespace hashlab::summed_estimates_test
