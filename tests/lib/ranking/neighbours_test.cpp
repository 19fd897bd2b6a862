#include "lib/ranking/neighbours.h"

#include "lib/hamming/dispatch.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranks.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace hashlab::neighbours_test {

using namespace testing;

namespace {

/// What is found in one range after the other, merged in this order of them.
Neighbours merged_in(const std::vector<std::size_t>& order, const Codes& queries,
                     const Codes& database, std::size_t k, std::size_t radius) {
  Neighbours all;
  bool first = true;
  for (const std::size_t rank : order) {
    const RowRange range = range_of_rank(database.n, rank, order.size());
    Codes piece(database.format, range.count);
    piece.words.assign(database.code(range.first),
                       database.code(range.first) + range.count * database.n_words());
    LinearScan scan(queries, k, radius, active_kernel());
    scan.add(piece, range.first);
    all = first ? scan.result() : merge_neighbours(all, packed_neighbours(scan.result()), k);
    first = false;
  }
  return all;
}

}  // namespace

TEST_CASE("neighbours: those of parts merge to those of the whole, whatever the order of parts") {
  const Codes queries = random_codes({6, 1}, 9, 1);  // few bits: many ties
  const Codes database = random_codes({6, 1}, 203, 2);
  constexpr std::size_t all = LinearScan::everything;
  for (const std::size_t k :
       {std::size_t{1}, std::size_t{5}, std::size_t{40}, std::size_t{500}, all}) {
    for (const std::size_t radius : {std::size_t{0}, std::size_t{2}, all}) {
      LinearScan scan(queries, k, radius, active_kernel());
      scan.add(database, 0);
      for (const auto& order : std::vector<std::vector<std::size_t>>{
               {0, 1}, {1, 0}, {0, 1, 2, 3, 4}, {3, 0, 4, 2, 1}}) {
        CHECK(merged_in(order, queries, database, k, radius) == scan.result());
      }
    }
  }
}

TEST_CASE("neighbours: packed ones that are incomplete are refused") {
  Neighbours found;
  found.offsets = {0, 1};
  found.positions = {4};
  found.distances = {2};
  CHECK(packed_neighbours(found) == std::vector<std::uint64_t>{1, (std::uint64_t{2} << 32) + 4});
  CHECK(error_of([&] { merge_neighbours(found, {}, 1); }) ==
        "neighbours of fewer queries cannot be merged");
  CHECK(error_of([&] { merge_neighbours(found, {1}, 1); }) ==
        "neighbours that are incomplete cannot be merged");
}

TEST_CASE("neighbours: without itself a query finds the k others that are nearest") {
  const Codes codes = random_codes({6, 1}, 60, 3);
  for (const std::size_t k : {std::size_t{1}, std::size_t{7}, std::size_t{59}, std::size_t{100}}) {
    CAPTURE(k);
    const Neighbours all = top_k(codes, codes, 60, active_kernel());
    const Neighbours others = without_own(top_k(codes, codes, k + 1, active_kernel()), k);
    for (std::size_t q = 0; q < codes.n; ++q) {
      std::vector<std::uint32_t> expected;
      for (const std::uint32_t position : all.positions_of(q)) {
        if (position != q && expected.size() < k) expected.push_back(position);
      }
      const auto found = others.positions_of(q);
      CHECK(std::vector<std::uint32_t>(found.begin(), found.end()) == expected);
    }
  }
}

}  // namespace hashlab::neighbours_test
