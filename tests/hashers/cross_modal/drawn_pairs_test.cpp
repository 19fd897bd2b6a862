#include "hashers/cross_modal/parts/drawn_pairs.h"

#include "tests/support/graphs.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <utility>

namespace hashlab::drawn_pairs_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::graph_of;

namespace {

PairedTrainingSet samples_of(const NeighbourGraph& S) {
  const arma::fmat none(1, S.size(), arma::fill::zeros);
  return {none, none, S};
}

DrawnPairs drawn_of(const NeighbourGraph& S, std::size_t each, std::uint64_t seed = 3) {
  return draw_pairs(samples_of(S), each, "method", Rng(seed));
}

using SharesOfPairs = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

/// How often each pair came among pairs first .. first + count - 1.
SharesOfPairs shares(const DrawnPairs& pairs, std::size_t first, std::size_t count) {
  SharesOfPairs shares;
  for (std::size_t p = first; p < first + count; ++p) {
    shares[{pairs.i[p], pairs.j[p]}] += 1 / static_cast<double>(count);
  }
  return shares;
}

}  // namespace

TEST_CASE("drawn pairs: of each kind every ordered pair is as likely as every other") {
  // 0 neighbours 1 .. 9, 10 neighbours 11, 12 nobody.
  testing::GraphPairs edges = {{10, 11}};
  for (std::uint32_t leaf = 1; leaf < 10; ++leaf) edges.emplace_back(0, leaf);
  const NeighbourGraph S = graph_of(13, edges);
  constexpr std::size_t each = 60000;
  const DrawnPairs pairs = drawn_of(S, each);
  CHECK(pairs.size() == 2 * each);
  CHECK(pairs.s.n_elem == 2 * each);
  CHECK(arma::all(pairs.s.head(each) == 1));
  CHECK(arma::all(pairs.s.tail(each) == -1));
  const SharesOfPairs near = shares(pairs, 0, each), far = shares(pairs, each, each);
  CHECK(near.size() == 13 + 2 * 10);
  CHECK(near.size() + far.size() == 169);  // of 13 samples
  for (const SharesOfPairs* kind : {&near, &far}) {
    const double expected = 1 / static_cast<double>(kind->size());
    const double chance = std::sqrt(expected / each);
    for (const auto& drawn : *kind) {
      CAPTURE(drawn.first.first);
      CAPTURE(drawn.first.second);
      CHECK(std::abs(drawn.second - expected) < 5 * chance);
      CHECK((kind == &near) == !far.contains(drawn.first));
    }
  }
}

TEST_CASE("drawn pairs: the same stream draws the same, another stream others") {
  const NeighbourGraph S = graph_of(30, {{0, 1}, {2, 3}, {3, 4}});
  const DrawnPairs first = drawn_of(S, 50), again = drawn_of(S, 50), other = drawn_of(S, 50, 4);
  CHECK(first.i == again.i);
  CHECK(first.j == again.j);
  CHECK(first.i != other.i);
}

TEST_CASE("drawn pairs: where all samples are neighbours there are no others") {
  for (const NeighbourGraph& S : {graph_of(3, {{0, 1}, {0, 2}, {1, 2}}), graph_of(1, {})}) {
    const DrawnPairs pairs = drawn_of(S, 20);
    CHECK(pairs.size() == 20);
    CHECK(arma::all(pairs.s == 1));
  }
}

TEST_CASE("drawn pairs: without neighbours the two views of a sample are all that is alike") {
  const DrawnPairs pairs = drawn_of(graph_of(5, {}), 40);
  CHECK(pairs.size() == 80);
  for (std::size_t p = 0; p < 80; ++p) CHECK((pairs.i[p] == pairs.j[p]) == (pairs.s[p] > 0));
}

TEST_CASE("drawn pairs: agreement is +1 where bits are as they should be, and 0 is bit 0") {
  const DrawnPairs pairs = {{0, 0, 1, 1, 2}, {0, 1, 0, 1, 1}, {1, -1, 1, -1, 1}};
  const arma::vec f = {2, -1, 0}, g = {0.5, -3};
  CHECK(arma::all(agreement(pairs, f, g) == arma::vec{1, 1, -1, -1, 1}));
}

TEST_CASE("drawn pairs: lists that are not one a sample are refused") {
  PairedTrainingSet data = samples_of(graph_of(4, {{0, 1}}));
  data.X.zeros(1, 5);
  CHECK(error_of([&] { draw_pairs(data, 5, "method", Rng(1)); }) ==
        Contains("method: neighbour lists for 4 samples, expected one for each of the 5"));
}

}  // namespace hashlab::drawn_pairs_test
