#include "lib/ranking/linear_scan.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"
#include "tests/support/nearest.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace hashlab::linear_scan_test {
namespace {

// Codes of which many are equal, so that ties are everywhere, if `distinct` is small.
Codes random_codes(CodeFormat format, std::size_t n, Rng rng, std::uint64_t distinct) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    Rng code = rng.stream("code", rng.below(distinct));
    for (std::size_t j = 0; j < format.bits; ++j) {
      if (code.below(2) == 1) codes.set_bit(i, j);
    }
  }
  return codes;
}

Neighbours by_sorting(const Codes& queries, const Codes& database, std::size_t k,
                      std::size_t radius) {
  Neighbours neighbours;
  for (const auto& found : testing::found_by_sorting(queries, database, k, radius)) {
    for (const auto& [d, i] : found) {
      neighbours.positions.push_back(i);
      neighbours.distances.push_back(static_cast<std::uint16_t>(d));
    }
    neighbours.offsets.push_back(neighbours.positions.size());
  }
  return neighbours;
}

struct Problem {
  Codes queries, database;
};

Problem problem(CodeFormat format, std::size_t n_queries, std::size_t n, std::uint64_t distinct) {
  const Rng rng = Rng(11).stream("linear scan", format.bits * 8 + format.digit_bits);
  return {random_codes(format, n_queries, rng.stream("queries"), distinct),
          random_codes(format, n, rng.stream("database"), distinct)};
}

Neighbours in_pieces(const Problem& p, std::size_t k, std::size_t radius, std::size_t piece,
                     const Kernel& kernel, std::size_t threads) {
  LinearScan scan(p.queries, k, radius, kernel, threads);
  const std::size_t words = p.database.n_words();
  for (std::size_t first = 0; first < p.database.n; first += piece) {
    Codes part(p.database.format, std::min(piece, p.database.n - first));
    std::copy_n(p.database.code(first), part.n * words, part.words.begin());
    scan.add(part, first);
  }
  return scan.result();
}

}  // namespace

TEST_CASE("linear scan: the k nearest are those of a sort, ties by position, for every kernel") {
  for (const CodeFormat& format :
       {CodeFormat{16, 1}, CodeFormat{64, 1}, CodeFormat{100, 1}, CodeFormat{256, 1},
        CodeFormat{32, 2}, CodeFormat{30, 3}, CodeFormat{15, 0, {4, 1, 2, 3, 1, 4}}}) {
    for (const std::uint64_t distinct : std::vector<std::uint64_t>{1, 20, 1000000}) {
      const Problem p = problem(format, 3, 1300, distinct);
      for (const Kernel* kernel : all_kernels()) {
        if (!kernel->supported()) continue;
        for (const std::size_t k : std::vector<std::size_t>{1, 2, 10, 100, 1299, 1300, 5000}) {
          INFO(kernel->name, ", ", format.bits, " bits, k = ", k, ", ", distinct, " codes");
          CHECK(top_k(p.queries, p.database, k, *kernel) ==
                by_sorting(p.queries, p.database, k, format.max_distance()));
        }
      }
    }
  }
}

TEST_CASE("linear scan: a radius gives all that lies within it, for every kernel") {
  for (const CodeFormat& format : {CodeFormat{24, 1}, CodeFormat{128, 1}, CodeFormat{24, 2}}) {
    const Problem p = problem(format, 3, 900, 200);
    for (const Kernel* kernel : all_kernels()) {
      if (!kernel->supported()) continue;
      for (const std::size_t radius :
           std::vector<std::size_t>{0, 1, format.bits / 3, format.bits / 2, 10000}) {
        INFO(kernel->name, ", ", format.bits, " bits, radius ", radius);
        CHECK(within_radius(p.queries, p.database, radius, *kernel) ==
              by_sorting(p.queries, p.database, p.database.n, radius));
      }
    }
  }
}

TEST_CASE("linear scan: codes that are sliced and codes as they are have the same neighbours") {
  for (const std::size_t bits : std::vector<std::size_t>{33, 64, 128, 256, 320}) {
    const Problem p = problem({bits, 1}, 17, 2100, 700);
    for (const std::size_t n_queries : std::vector<std::size_t>{1, 2, 3, 4, 16, 17}) {
      Codes queries({bits, 1}, n_queries);
      std::copy_n(p.queries.code(0), queries.words.size(), queries.words.begin());
      for (const std::size_t k : std::vector<std::size_t>{1, 60, 5000}) {
        const Neighbours expected = by_sorting(queries, p.database, k, bits);
        for (const Kernel* kernel : all_kernels()) {
          if (!kernel->supported()) continue;
          Kernel sliced = *kernel, as_it_is = *kernel;
          sliced.within_slices_from = 0;
          as_it_is.within_slices_from = n_queries + 1;
          INFO(kernel->name, ", ", bits, " bits, ", n_queries, " queries, k = ", k);
          CHECK(top_k(queries, p.database, k, sliced) == expected);
          CHECK(top_k(queries, p.database, k, as_it_is) == expected);
          CHECK(top_k(queries, p.database, k, as_it_is, 2) == expected);
        }
      }
    }
  }
}

TEST_CASE("linear scan: many tiles, pieces of any size and any number of threads change nothing") {
  const Problem p = problem({40, 1}, 5, 70000, 3000);
  const Neighbours expected = by_sorting(p.queries, p.database, 50, 18);
  for (const std::size_t piece : std::vector<std::size_t>{70000, 33333, 512}) {
    for (const std::size_t threads : std::vector<std::size_t>{1, 2, 3}) {
      CAPTURE(piece);
      CAPTURE(threads);
      CHECK(in_pieces(p, 50, 18, piece, active_kernel(), threads) == expected);
    }
  }
  const Problem many = problem({40, 1}, 200, 3000, 500);  // threads share the queries
  CHECK(top_k(many.queries, many.database, 9, active_kernel(), 3) ==
        by_sorting(many.queries, many.database, 9, 40));
}

TEST_CASE("linear scan: an empty database or no queries find nothing") {
  const Problem p = problem({16, 1}, 2, 10, 5);
  const Neighbours none = top_k(p.queries, Codes({16, 1}, 0), 3, active_kernel());
  CHECK(none.offsets == std::vector<std::size_t>{0, 0, 0});
  CHECK(top_k(Codes({16, 1}, 0), p.database, 3, active_kernel()).n_queries() == 0);
}

TEST_CASE("linear scan: requests that make no sense are refused") {
  const Problem p = problem({16, 1}, 2, 10, 5);
  CHECK_THROWS_WITH_AS(top_k(p.queries, p.database, 0, active_kernel()),
                       doctest::Contains("k is 0"), Error);
  CHECK_THROWS_WITH_AS(top_k(p.queries, Codes({17, 1}, 10), 1, active_kernel()),
                       doctest::Contains("queries have 16 bits"), Error);
  CHECK_THROWS_WITH_AS(top_k(p.queries, Codes({16, 2}, 10), 1, active_kernel()),
                       doctest::Contains("in digits of 2"), Error);
  CHECK_THROWS_WITH_AS(top_k(Codes({65536, 1}, 1), Codes({65536, 1}, 1), 1, active_kernel()),
                       doctest::Contains("distances reach 65536"), Error);
  Codes without_digits({16, 1}, 1);
  without_digits.format.digit_bits = 0;
  CHECK_THROWS_WITH_AS(top_k(without_digits, p.database, 1, active_kernel()),
                       doctest::Contains("digits have 0 bits"), Error);
  LinearScan scan(p.queries, 1, LinearScan::everything, active_kernel());
  CHECK_THROWS_WITH_AS(scan.add(p.database, (std::size_t{1} << 32) - 9),
                       doctest::Contains("at most 4294967296"), Error);
}

}  // namespace hashlab::linear_scan_test
