#include "hashers/projections/supervised/bit_inference.h"
#include "hashers/projections/supervised/boosted_trees.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::fasthash_test {

using namespace hashers;
using hashlab::testing::error_of;

namespace {

/// Blobs around centres that no single hyperplane tells apart: class c has two centres.
TrainingSet blobs(std::size_t n, std::size_t classes, std::uint64_t seed) {
  Rng rng(seed), where(99);
  arma::fmat centres(6, 2 * classes), X(6, n);
  for (float& v : centres) v = static_cast<float>(3 * where.normal());
  Labels labels;
  for (std::size_t i = 0; i < n; ++i) {
    labels.single.push_back(static_cast<int>(i % classes));
    for (arma::uword f = 0; f < 6; ++f) {
      X(f, i) = centres(f, i % (2 * classes)) + static_cast<float>(rng.normal());
    }
  }
  return {X, class_neighbours(labels, testing::rows_below(n)), labels};
}

arma::ivec random_signs(std::size_t n, Rng& rng) {
  arma::ivec z(n);
  for (arma::sword& v : z) v = rng.below(2) == 0 ? -1 : 1;
  return z;
}

/// A graph in which each pair is joined with this probability.
NeighbourGraph random_graph(std::size_t n, double probability, Rng& rng) {
  arma::umat A(n, n, arma::fill::zeros);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (rng.uniform() < probability) A(i, j) = A(j, i) = 1;
    }
  }
  NeighbourGraph S;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t j = 0; j < n; ++j) {
      if (A(i, j)) list.push_back(j);
    }
    S.append(list);
  }
  return S;
}

bool joined(const NeighbourGraph& S, std::uint32_t i, std::uint32_t j) {
  return std::binary_search(S[i].begin(), S[i].end(), j);
}

/// E(z) from its definition, over all pairs.
std::int64_t dense_objective(const NeighbourGraph& S, const arma::imat& Z, std::int64_t K,
                             const arma::ivec& z) {
  std::int64_t E = 0;
  for (std::uint32_t j = 0; j < z.n_elem; ++j) {
    for (std::uint32_t i = 0; i < j; ++i) {
      const std::int64_t y = joined(S, i, j) ? 1 : -1;
      E -= (K * y - arma::dot(Z.col(i), Z.col(j))) * z[i] * z[j];
    }
  }
  return E;
}

double exponential_loss(const Trees& trees, std::size_t count, const arma::fmat& X,
                        const arma::ivec& z) {
  const Trees first{trees.feature.head_cols(count), trees.threshold.head_cols(count),
                    trees.leaf.head_cols(count)};
  const arma::fmat F = TreeScorer(first, 1).score(X);
  double loss = 0;
  for (arma::uword i = 0; i < z.n_elem; ++i) {
    loss += std::exp(-static_cast<double>(z[i]) * static_cast<double>(F[i]));
  }
  return loss / static_cast<double>(z.n_elem);
}

/// The share of the ten nearest of `database` codes that have the class of their query.
double precision_at_10(const arma::fmat& queries, const arma::fmat& database, const Labels& q,
                       const Labels& d) {
  double right = 0;
  for (arma::uword i = 0; i < queries.n_rows; ++i) {
    std::vector<std::pair<int, std::size_t>> order;
    for (arma::uword j = 0; j < database.n_rows; ++j) {
      int apart = 0;
      for (arma::uword k = 0; k < database.n_cols; ++k) {
        apart += (queries(i, k) > 0) != (database(j, k) > 0) ? 1 : 0;
      }
      order.push_back({apart, j});
    }
    std::partial_sort(order.begin(), order.begin() + 10, order.end());
    for (std::size_t k = 0; k < 10; ++k) right += d.single[order[k].second] == q.single[i] ? 1 : 0;
  }
  return right / (10.0 * static_cast<double>(queries.n_rows));
}

}  // namespace

TEST_CASE("fasthash: a cut finds the minimum that trying all values finds") {
  Rng rng(5);
  for (std::size_t n = 1; n <= 10; ++n) {
    for (int trial = 0; trial < 30; ++trial) {
      arma::ivec u(n);
      arma::imat V(n, n, arma::fill::zeros);
      for (arma::sword& v : u) v = static_cast<arma::sword>(rng.below(41)) - 20;
      for (arma::uword i = 0; i < n; ++i) {
        for (arma::uword j = 0; j < i; ++j)
          V(i, j) = V(j, i) = static_cast<arma::sword>(rng.below(9));
      }
      const auto energy = [&](const arma::ivec& z) {
        std::int64_t E = 0;
        for (arma::uword i = 0; i < n; ++i) {
          E += u[i] * z[i];
          for (arma::uword j = 0; j < i; ++j) E -= V(i, j) * z[i] * z[j];
        }
        return E;
      };
      std::int64_t least = std::numeric_limits<std::int64_t>::max();
      for (unsigned bits = 0; bits < 1u << n; ++bits) {
        arma::ivec z(n);
        for (arma::uword i = 0; i < n; ++i) z[i] = bits >> i & 1 ? 1 : -1;
        least = std::min(least, energy(z));
      }
      CHECK(energy(minimise_submodular(u, V)) == least);
    }
  }
}

TEST_CASE("fasthash: blocks hold every point once, and neighbours only") {
  Rng rng(8);
  for (const double probability : {0.0, 0.1, 0.7, 1.0}) {
    const NeighbourGraph S = random_graph(60, probability, rng);
    std::vector<int> seen(60, 0);
    for (const Block& block : neighbour_blocks(S, 7, Rng(1))) {
      CHECK(block.size() <= 7);
      for (const std::uint32_t i : block) {
        ++seen[i];
        for (const std::uint32_t j : block) CHECK((i == j || joined(S, i, j)));
      }
    }
    CHECK(seen == std::vector<int>(60, 1));
  }
  const TrainingSet data = blobs(40, 4, 1);
  CHECK(neighbour_blocks(data.S, 100, Rng(1)).size() == 4);  // by class: the classes
}

TEST_CASE(
    "fasthash: no update of a block raises the objective, and each finds its block's minimum") {
  Rng rng(3);
  for (const double probability : {0.05, 0.4, 0.9}) {
    const NeighbourGraph S = random_graph(50, probability, rng);
    arma::imat Z(3, 50);
    for (arma::sword& v : Z) v = rng.below(2) == 0 ? -1 : 1;
    BitInference bit(S, Z, 4, random_signs(50, rng));
    std::int64_t before = dense_objective(S, Z, 4, bit.z());
    CHECK(bit.objective() == before);
    const std::int64_t start = before;
    for (int round = 0; round < 2; ++round) {
      for (const Block& block : neighbour_blocks(S, 8, Rng(4))) {
        const bool fell = bit.update(block);
        const std::int64_t after = dense_objective(S, Z, 4, bit.z());
        CHECK(bit.objective() == after);
        CHECK(after <= before);
        CHECK(fell == (after < before));
        arma::ivec z = bit.z();
        for (unsigned values = 0; values < 1u << block.size(); ++values) {
          for (std::size_t k = 0; k < block.size(); ++k) z[block[k]] = values >> k & 1 ? 1 : -1;
          REQUIRE(dense_objective(S, Z, 4, z) >= after);
        }
        before = after;
      }
    }
    CHECK(before < start);
  }
}

TEST_CASE("fasthash: two classes are told apart by the first bit, and that is the best there is") {
  const TrainingSet data = blobs(20, 2, 1);
  Rng rng(2);
  const auto blocks = neighbour_blocks(data.S, 100, Rng(1));
  BitInference bit(data.S, arma::imat(0, 20), 1, random_signs(20, rng));
  for (const Block& block : blocks) bit.update(block);
  for (std::size_t i = 0; i < 20; ++i) CHECK(bit.z()[i] == bit.z()[0] * (i % 2 == 0 ? 1 : -1));
  CHECK(bit.objective() == -20 * 19 / 2);  // every pair as wanted
}

TEST_CASE("fasthash: a value is above an edge exactly if its bin is above the edge's") {
  Rng rng(6);
  arma::fmat X(4, 700);
  for (arma::uword i = 0; i < 700; ++i) {
    X(0, i) = static_cast<float>(rng.normal());
    X(1, i) = static_cast<float>(rng.below(3)) * 1e-30f;
    X(2, i) = 1e30f * static_cast<float>(rng.normal());
    X(3, i) = 7;
  }
  X(2, 5) = std::nextafter(X(2, 4), 3e38f);  // no number between them
  const QuantisedFeatures features = quantise_features(X);
  CHECK(features.edges[0].size() == 255);
  CHECK(features.edges[1].size() == 2);
  CHECK(features.edges[3].empty());
  for (arma::uword f = 0; f < 4; ++f) {
    for (arma::uword i = 0; i < 700; ++i) {
      for (std::size_t b = 0; b < features.edges[f].size(); ++b) {
        REQUIRE((X(f, i) > features.edges[f][b]) == (features.bins(i, f) > b));
      }
    }
  }
}

TEST_CASE("fasthash: a tree worked out by hand") {
  // Four samples on a line, signs - - + -: the best first cut leaves {-, -} and {+, -}: Z falls
  // from 2 sqrt(3/16) to 2 sqrt(1/16); then the second part is cut between + and -.
  const arma::fmat X{{0.0f, 1.0f, 2.0f, 3.0f}};
  const arma::ivec z{-1, -1, 1, -1};
  const Trees trees = boost(quantise_features(X), z, {1, 2, 1}, Rng(1));
  CHECK(trees.threshold(0, 0) == 1.5f);
  CHECK(trees.threshold(2, 0) == 2.5f);
  CHECK(trees.threshold(1, 0) == std::numeric_limits<float>::max());  // pure: nothing to split
  const auto leaf = [](double plus, double minus) {                   // e = 1 / 8
    return doctest::Approx(std::log((plus + 0.125) / (minus + 0.125)) / 2);
  };
  CHECK(trees.leaf(0, 0) == leaf(0, 0.5));
  CHECK(trees.leaf(1, 0) == leaf(0, 0));
  CHECK(trees.leaf(2, 0) == leaf(0.25, 0));
  CHECK(trees.leaf(3, 0) == leaf(0, 0.25));
  const arma::fmat F = TreeScorer(trees, 1).score(arma::fmat{{-5.0f, 1.6f, 2.5f, 9.0f}});
  CHECK(F[0] == leaf(0, 0.5));
  CHECK(F[1] == leaf(0.25, 0));
  CHECK(F[2] == leaf(0.25, 0));
  CHECK(F[3] == leaf(0, 0.25));
}

TEST_CASE(
    "fasthash: the exponential loss never rises from tree to tree, and falls below any noise") {
  Rng rng(7);
  arma::fmat X(5, 90);
  for (float& x : X) x = static_cast<float>(rng.normal());
  const arma::ivec z = random_signs(90, rng);  // noise: nothing but memory helps
  const Trees trees = boost(quantise_features(X), z, {60, 3, 2}, Rng(1));
  double last = 1;
  for (std::size_t count = 1; count <= 60; ++count) {
    const double loss = exponential_loss(trees, count, X, z);
    CHECK(loss <= last * (1 + 1e-6));
    last = loss;
  }
  CHECK(last < 0.01);
}

TEST_CASE(
    "fasthash: learns classes of two parts each far better than chance and than hyperplanes") {
  const TrainingSet data = blobs(300, 5, 1), others = blobs(100, 5, 2);
  const auto score = [&](const std::string& name) {
    const auto projector = make_hasher(name).projection().learn(data, 16, Rng(1));
    return precision_at_10(projector->project(others.X), projector->project(data.X), others.labels,
                           data.labels);
  };
  const double ours = score("fasthash+sbq:trees=30"), random = score("lsh+sbq");
  MESSAGE("precision at 10: fasthash " << ours << ", lsh " << random);
  CHECK(ours > 0.85);
  CHECK(ours > random + 0.1);
}

TEST_CASE("fasthash: the state gives the same projector, and bad states are refused") {
  const TrainingSet data = blobs(80, 4, 1);
  const Hasher hasher = make_hasher("fasthash+sbq:trees=5,depth=3");
  const auto projector = hasher.projection().learn(data, 6, Rng(1));
  const ProjectorState state = projector->state();
  const auto restore = [&](const ProjectorState& other) {
    return hasher.projection().restore(other, 6, 6);
  };
  CHECK(arma::approx_equal(restore(state)->project(data.X), projector->project(data.X), "absdiff",
                           0));

  const auto refused = [&](const char* name, auto change) {
    ProjectorState bad = state;
    change(bad[name]);
    try {
      restore(bad);
    } catch (const Error& error) {
      return error.code() == ErrorCode::corrupt_file ? std::string(error.what()) : "another error";
    }
    return std::string("no error");
  };
  using testing::Contains;
  for (const double feature : {-1.0, 6.0, 0.5, 1e300, std::nan("")}) {
    CHECK(refused("features", [&](arma::mat& M) { M(2, 3) = feature; }) ==
          Contains("asks for feature"));
  }
  for (const char* name : {"thresholds", "leaves"}) {
    for (const double value : {std::nan(""), 1e300}) {
      CHECK(refused(name, [&](arma::mat& M) { M(1, 1) = value; }) == Contains("no finite float"));
    }
  }
  CHECK(refused("leaves", [](arma::mat& M) { M.shed_row(0); }) == Contains("7 leaves each"));
  CHECK(refused("leaves", [](arma::mat& M) { M.shed_col(0); }) == Contains("are 29, expected"));
  CHECK(refused("leaves", [](arma::mat& M) { M.reset(); }) == Contains("0 leaves each"));
  CHECK(refused("features", [](arma::mat& M) { M.shed_col(0); }) == Contains("7 x 29"));
  CHECK(refused("thresholds", [](arma::mat& M) { M.shed_row(0); }) == Contains("6 x 30"));
}

TEST_CASE("fasthash: missing neighbour lists and numbers that are not finite are refused") {
  TrainingSet data = blobs(30, 3, 1);
  const auto learn = [&] {
    make_hasher("fasthash+sbq:trees=2").projection().learn(data, 4, Rng(1));
  };
  data.X(1, 1) = std::numeric_limits<float>::infinity();
  CHECK(error_of(learn) == testing::Contains("fasthash: a training sample holds a number"));
  data.S = {};
  CHECK(error_of(learn) == testing::Contains("fasthash: neighbour lists for 0 samples"));
}

}  // namespace hashlab::fasthash_test
