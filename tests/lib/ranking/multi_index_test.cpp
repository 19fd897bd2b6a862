#include "lib/ranking/multi_index.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/ranking/linear_scan.h"
#include "lib/rng.h"
#include "tests/support/kernels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace hashlab::multi_index_test {

using hashlab::testing::error_of;

namespace {

constexpr double never_give_up = std::numeric_limits<double>::infinity();

enum class Kind { uniform, clustered, duplicates, constant };

Codes make_codes(CodeFormat format, std::size_t n, Kind kind, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t centre = rng.below(4);
    const bool noisy = kind == Kind::clustered || rng.below(8) == 0;
    for (std::size_t j = 0; j < format.bits; ++j) {
      bool bit = ((centre * 7 + j) / 3) % 2 == 0;
      if (kind == Kind::constant) bit = j % 3 == 0;
      if (kind == Kind::uniform) bit = rng.below(2) == 0;
      if ((kind == Kind::clustered || kind == Kind::duplicates) && noisy && rng.below(16) == 0) {
        bit = !bit;
      }
      if (bit) codes.set_bit(i, j);
    }
  }
  return codes;
}

struct Problem {
  Codes queries, database;
};

Problem problem(CodeFormat format, std::size_t n, Kind kind) {
  const Rng rng = Rng(5).stream("multi-index", format.bits);
  return {make_codes(format, 9, kind, rng.stream("queries")),
          make_codes(format, n, kind, rng.stream("database"))};
}

const std::vector<Kind> kinds = {Kind::uniform, Kind::clustered, Kind::duplicates, Kind::constant};

}  // namespace

TEST_CASE("multi-index: the k nearest are those of the linear scan, ties included") {
  const Kernel& kernel = active_kernel();
  for (const Kind kind : kinds) {
    for (const std::size_t bits : {7u, 24u, 64u, 70u, 128u}) {
      const Problem p = problem({bits, 1}, 300, kind);
      for (const std::size_t m : {0u, 3u, 5u, 7u}) {
        if ((bits + std::max<std::size_t>(m, 1) - 1) / std::max<std::size_t>(m, 1) > 20 && m > 0) {
          continue;  // directories too large for a quick test
        }
        const MultiIndex index(p.database, m, 1, bits > 30 ? 1000 : never_give_up);
        for (const std::size_t k : {1u, 2u, 10u, 299u, 300u, 1000u}) {
          CAPTURE(bits);
          CAPTURE(m);
          CAPTURE(k);
          CHECK(index.top_k(p.queries, k, kernel).neighbours ==
                top_k(p.queries, p.database, k, kernel));
        }
      }
    }
  }
}

TEST_CASE("multi-index: what lies within a radius is what the linear scan finds") {
  const Kernel& kernel = active_kernel();
  for (const Kind kind : kinds) {
    for (const std::size_t bits : {7u, 24u, 64u, 100u}) {
      const Problem p = problem({bits, 1}, 200, kind);
      const MultiIndex index(p.database, bits / 6, 1, bits > 30 ? 1000 : never_give_up);
      for (const std::size_t radius :
           {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{9}, bits - 1, bits,
            bits + 1, LinearScan::everything}) {
        CAPTURE(bits);
        CAPTURE(radius);
        CHECK(index.within_radius(p.queries, radius, kernel).neighbours ==
              within_radius(p.queries, p.database, radius, kernel));
      }
    }
  }
}

TEST_CASE("multi-index: the tables themselves give the answers, not the scan behind them") {
  const Kernel& kernel = active_kernel();
  for (const Kind kind : kinds) {
    for (const std::size_t m : {2u, 3u, 4u, 20u}) {
      const Problem p = problem({20, 1}, 500, kind);
      const MultiIndex index(p.database, m, 1, never_give_up);
      const IndexedSearch found = index.top_k(p.queries, 20, kernel);
      CHECK(found.scanned == 0);
      CHECK(found.probes > 0);
      CHECK(found.neighbours == top_k(p.queries, p.database, 20, kernel));
      const IndexedSearch all = index.within_radius(p.queries, 20, kernel);
      CHECK(all.scanned == 0);
      CHECK(all.neighbours == within_radius(p.queries, p.database, 20, kernel));
    }
  }
}

TEST_CASE("multi-index: every item is reported once, however many tables lead to it") {
  const Problem p = problem({24, 1}, 400, Kind::duplicates);
  const MultiIndex index(p.database, 4, 1, never_give_up);
  const IndexedSearch found = index.within_radius(p.queries, 24, active_kernel());
  CHECK(found.candidates > p.queries.n * p.database.n);  // met more than once
  for (std::size_t q = 0; q < p.queries.n; ++q) {
    const auto positions = found.neighbours.positions_of(q);
    CHECK(positions.size() == p.database.n);
    CHECK(std::set<std::uint32_t>(positions.begin(), positions.end()).size() == p.database.n);
  }
}

TEST_CASE("multi-index: near neighbours cost few probes, and a hopeless query is scanned") {
  const Problem near = problem({64, 1}, 20000, Kind::duplicates);
  const MultiIndex index(near.database, 4, 1, 10);
  const IndexedSearch found = index.within_radius(near.queries, 3, active_kernel());
  CHECK(found.scanned == 0);
  CHECK(found.probes == near.queries.n * 4);  // by the bound, equal substrings are enough
  const IndexedSearch far = index.within_radius(near.queries, 40, active_kernel());
  CHECK(far.scanned == near.queries.n);
  CHECK(far.neighbours == within_radius(near.queries, near.database, 40, active_kernel()));
}

TEST_CASE("multi-index: answers are the same for any threads, kernel, patience and substrings") {
  const Problem p = problem({48, 1}, 3000, Kind::clustered);
  const Neighbours expected = top_k(p.queries, p.database, 7, active_kernel());
  for (const std::size_t threads : {1u, 2u, 5u}) {
    for (const double patience : {0.0, 1.0, 30.0, 300.0}) {
      for (const std::size_t m : {2u, 3u, 6u}) {
        const MultiIndex index(p.database, m, threads, patience);
        for (const Kernel* kernel : testing::supported_kernels()) {
          CHECK(index.top_k(p.queries, 7, *kernel, threads).neighbours == expected);
        }
      }
    }
  }
}

TEST_CASE("multi-index: Manhattan codes are searched by their own distance") {
  for (const CodeFormat& format : {CodeFormat{24, 2}, CodeFormat{24, 3}}) {
    const Problem p = problem(format, 300, Kind::clustered);
    const MultiIndex index(p.database, 0, 1, 1000);
    CHECK(index.top_k(p.queries, 10, active_kernel()).neighbours ==
          top_k(p.queries, p.database, 10, active_kernel()));
    CHECK(index.within_radius(p.queries, 4, active_kernel()).neighbours ==
          within_radius(p.queries, p.database, 4, active_kernel()));
  }
}

TEST_CASE("multi-index: no codes and no queries are answered with nothing") {
  const Codes none({64, 1}, 0), one({64, 1}, 1);
  const MultiIndex empty(none);
  CHECK(empty.top_k(one, 3, active_kernel()).neighbours.offsets == std::vector<std::size_t>{0, 0});
  CHECK(MultiIndex(one).top_k(none, 3, active_kernel()).neighbours.n_queries() == 0);
  CHECK(MultiIndex(one).top_k(one, 3, active_kernel()).neighbours.positions ==
        std::vector<std::uint32_t>{0});
}

TEST_CASE("multi-index: directories have no more entries than there are codes") {
  CHECK(MultiIndex::default_substrings(64, 100000000) == 3);
  CHECK(MultiIndex::default_substrings(128, 100000000) == 5);
  CHECK(MultiIndex::default_substrings(64, 1 << 16) == 4);
  CHECK(MultiIndex::default_substrings(64, 0) == 16);
  CHECK(MultiIndex::default_substrings(3, 1000000) == 1);
  CHECK(MultiIndex::default_substrings(1024, std::size_t{1} << 40) == 37);
  const Problem p = problem({64, 1}, 100, Kind::uniform);
  CHECK(MultiIndex(p.database).substrings() == 11);
}

TEST_CASE("multi-index: it pays for many codes, few neighbours and many queries") {
  CHECK(multi_index_pays(10000, 1, 3000));
  CHECK_FALSE(multi_index_pays(9999, 1, 1000000));
  CHECK_FALSE(multi_index_pays(99999, 100, 1000000));
  CHECK(multi_index_pays(100000, 100, 1000000));
  CHECK_FALSE(multi_index_pays(100000000, 1, 10));
}

TEST_CASE("multi-index: what cannot be is refused") {
  const Problem p = problem({64, 1}, 10, Kind::uniform);
  CHECK(error_of([&] { MultiIndex(p.database, 2); }) ==
        "multi-index: 2 substrings of 64 bits have more than 28 each: use at least 3");
  CHECK(error_of([&] { MultiIndex(p.database, 65); }) ==
        "multi-index: 65 substrings of 64 bits, at most one a bit");
  CHECK(error_of([&] { MultiIndex(p.database).top_k(p.queries, 0, active_kernel()); }) ==
        "search: k is 0, at least 1 is needed");
  CHECK(error_of([&] {
          MultiIndex(p.database).top_k(Codes({32, 1}, 1), 1, active_kernel());
        }).starts_with("search: queries have 32 bits in digits of 1, the database has 64"));
}

}  // namespace hashlab::multi_index_test
