#include "hashers/projections/supervised/mlh_pairs.h"
#include "hashers/registry.h"
#include "tests/support/graphs.h"
#include "tests/support/training_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::mlh_pairs_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::graph_of;
using Draw = MlhPairSource::Draw;
using Ends = std::pair<std::uint32_t, std::uint32_t>;

namespace {

/// Sample 0 neighbours 1 .. 9, and 10 neighbours 11: ten pairs.
NeighbourGraph star_and_pair() {
  std::vector<Ends> pairs = {{10, 11}};
  for (std::uint32_t leaf = 1; leaf < 10; ++leaf) pairs.emplace_back(0, leaf);
  return graph_of(12, pairs);
}

struct Drawn {
  std::map<Ends, double> near, far;     // shares of the pairs i < j among their kind
  std::map<std::uint32_t, double> end;  // how often a pair of neighbours holds a sample
};

constexpr int draws = 40000;

Drawn drawn(const NeighbourGraph& S, Draw how) {
  MlhPairSource source(S, how, Rng(3));
  Drawn all;
  for (int k = 0; k < 2 * draws; ++k) {
    const MlhPair pair = source.draw();
    CHECK(pair.neighbours == (k % 2 == 0));
    auto& shares = pair.neighbours ? all.near : all.far;
    shares[std::minmax(pair.i, pair.j)] += 1. / draws;
    if (!pair.neighbours) continue;
    all.end[pair.i] += 1. / draws;
    all.end[pair.j] += 1. / draws;
  }
  return all;
}

/// Whether a share is what it should be, but for five standard deviations of chance.
bool is_share(double found, double expected) {
  return std::abs(found - expected) < 5 * std::sqrt(expected * (1 - expected) / draws);
}

}  // namespace

TEST_CASE("mlh pairs: drawn evenly, a sample comes in proportion to its pairs") {
  const NeighbourGraph S = star_and_pair();
  const Drawn even = drawn(S, Draw::even);
  CHECK(even.near.size() == 10);
  for (const auto& entry : even.near) {
    CAPTURE(entry.first.first);
    CAPTURE(entry.first.second);
    const auto& [pair, share] = entry;
    CHECK(is_share(share, 1. / 10));
  }
  for (std::uint32_t i = 0; i < 12; ++i) {
    CAPTURE(i);
    CHECK(is_share(even.end.at(i), static_cast<double>(S[i].size()) / 10));
  }
  CHECK(even.far.size() == 56);  // of 66 pairs
  for (const auto& entry : even.far) {
    CAPTURE(entry.first.first);
    CAPTURE(entry.first.second);
    const auto& [pair, share] = entry;
    CHECK(is_share(share, 1. / 56));
  }
}

TEST_CASE("mlh pairs: drawn by sample, a pair weighs more the fewer neighbours its samples have") {
  const Drawn drawn_by_sample = drawn(star_and_pair(), Draw::by_sample);
  // A pair is drawn from either end: 1/12 of the draws begin there.
  CHECK(is_share(drawn_by_sample.near.at({10, 11}), 2. / 12));
  CHECK(is_share(drawn_by_sample.near.at({0, 4}), (1 + 1. / 9) / 12));
  // 0 has 2 others, 10 and 11 have 10 each, so 0 and 10 meet more often than 4 and 10.
  CHECK(is_share(drawn_by_sample.far.at({0, 10}), (1. / 2 + 1. / 10) / 12));
  CHECK(is_share(drawn_by_sample.far.at({4, 10}), (1. / 10 + 1. / 10) / 12));
}

TEST_CASE("mlh pairs: by sample they are those of version 1, drawn from the same numbers") {
  const NeighbourGraph S =
      graph_of(9, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {6, 7}});  // 8 has no neighbour
  const std::vector<Ends> version_1 = {{6, 7}, {8, 2}, {6, 7}, {2, 3}, {2, 0}, {5, 2},
                                       {4, 0}, {0, 6}, {6, 7}, {2, 5}, {5, 0}, {6, 4},
                                       {4, 0}, {3, 7}, {3, 0}, {8, 5}, {7, 6}, {2, 6},
                                       {1, 0}, {2, 1}, {4, 0}, {4, 7}, {7, 6}, {6, 5}};
  MlhPairSource source(S, Draw::by_sample, Rng(5).stream("pairs"));
  for (const auto& [i, j] : version_1) {
    const MlhPair pair = source.draw();
    CHECK(pair.i == i);
    CHECK(pair.j == j);
  }
}

TEST_CASE("mlh pairs: where there are only neighbours, or only others, those are drawn") {
  for (const Draw how : {Draw::even, Draw::by_sample}) {
    const NeighbourGraph all = graph_of(3, {{0, 1}, {0, 2}, {1, 2}}), none = graph_of(3, {}),
                         single = graph_of(1, {});
    MlhPairSource near(all, how, Rng(1)), far(none, how, Rng(1)), nothing(single, how, Rng(1));
    CHECK(nothing.empty());
    CHECK(!near.empty());
    CHECK(!far.empty());
    for (int k = 0; k < 30; ++k) {
      const MlhPair a = near.draw(), b = far.draw();
      CHECK((a.neighbours && a.i != a.j));
      CHECK((!b.neighbours && b.i != b.j));
    }
  }
}

TEST_CASE("mlh pairs: either way of drawing learns the same twice, and the two differ") {
  const TrainingSet data = testing::small_training_set(80, 6);
  const auto learned = [&](const std::string& pairs) {
    const Hasher mlh = make_hasher("mlh+sbq:iterations=5,pairs=" + pairs);
    return arma::fmat(mlh.projection().learn(data, 8, Rng(2))->project(data.X));
  };
  const arma::fmat even = learned("even"), by_sample = learned("by-sample");
  CHECK(arma::all(arma::vectorise(even == learned("even"))));
  CHECK(arma::all(arma::vectorise(by_sample == learned("by-sample"))));
  CHECK(arma::any(arma::vectorise(even != by_sample)));
}

TEST_CASE("mlh pairs: another word is an error") {
  CHECK(error_of([] { make_hasher("mlh+sbq:pairs=often"); }) == Contains("pairs"));
}

}  // namespace hashlab::mlh_pairs_test
