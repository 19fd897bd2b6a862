#include "lib/label_scores/knn_votes.h"
#include "lib/data/dataset.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace hashlab::knn_votes_test {
namespace {

using namespace testing;

using Ints = std::vector<std::int32_t>;

Labels single(Ints of) {
  Labels labels;
  labels.single = std::move(of);
  return labels;
}

Ints drawn_labels(std::size_t n, std::uint64_t classes, Rng rng) {
  Ints labels(n);
  for (std::int32_t& label : labels) label = 7 * static_cast<std::int32_t>(rng.below(classes));
  return labels;
}

Codes drawn_codes(const CodeFormat& format, std::size_t n, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < format.bits; ++j) {
      if (rng.below(3) == 0) codes.set_bit(i, j);
    }
  }
  return codes;
}

NearestItems found(const std::vector<std::uint32_t>& positions, const std::vector<double>& s) {
  return {{0, positions.size()}, positions, s};
}

/// The label with the most votes, the lowest of those within rounding of it.
std::int32_t winner(const std::map<std::int32_t, double>& votes) {
  std::int32_t best = no_label;
  double most = 0;
  for (const auto& [label, vote] : votes) {
    if (vote <= most * (1 + 1e-12)) continue;
    best = label;
    most = vote;
  }
  return best;
}

/// By definition: the mean votes over every order of the items that is sorted by distance.
std::int32_t over_every_order(const Codes& queries, std::size_t q, const Codes& database,
                              const Labels& labels, std::size_t k, double sigma) {
  std::vector<std::size_t> items(database.n);
  std::iota(items.begin(), items.end(), std::size_t{0});
  const double D = static_cast<double>(database.format.max_distance());
  std::map<std::int32_t, double> votes;
  const auto away = [&](std::size_t i) { return distance(queries, q, database, i); };
  do {
    if (!std::is_sorted(items.begin(), items.end(),
                        [&](std::size_t a, std::size_t b) { return away(a) < away(b); })) {
      continue;
    }
    for (std::size_t i = 0; i < std::min(k, items.size()); ++i) {
      votes[labels.single[items[i]]] += std::exp((1 - 2 * away(items[i]) / D) / sigma);
    }
  } while (std::next_permutation(items.begin(), items.end()));
  return winner(votes);
}

Ints of_codes(const Codes& queries, const Codes& database, const Labels& labels, std::size_t k,
              double sigma, const Lists& ignored = {}) {
  return knn_labels(queries, database, labels, k, sigma, ignored, active_kernel());
}

/// numpy.random.RandomState(seed).permutation(n): Fisher-Yates from the back, each draw the lowest
/// bits of a 32-bit number, again if too large.
Rows numpy_permutation(std::uint32_t seed, std::uint32_t n) {
  std::mt19937 bits(seed);
  Rows order(n);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = n - 1; i > 0; --i) {
    std::uint32_t mask = i;
    for (const int shift : {1, 2, 4, 8, 16}) mask |= mask >> shift;
    std::uint32_t j = static_cast<std::uint32_t>(bits()) & mask;
    while (j > i) j = static_cast<std::uint32_t>(bits()) & mask;
    std::swap(order[i], order[j]);
  }
  return order;
}

}  // namespace

TEST_CASE("votes of the nearest: a small sigma follows the nearest, a large one the most") {
  const NearestItems nearest = found({2, 0, 1}, {.9, .5, .4});
  const Labels labels = single({4, 4, 9});
  CHECK(knn_labels(nearest, labels, .05) == Ints{9});
  CHECK(knn_labels(nearest, labels, 10) == Ints{4});
  // e^-8 + e^-10 = .00038 against 1; at sigma = 1 it is .670 + .607.
  CHECK(knn_labels(nearest, labels, 1) == Ints{4});
}

TEST_CASE("votes of the nearest: of labels with equal votes the lowest is taken") {
  CHECK(knn_labels(found({0, 1}, {.3, .3}), single({5, 2}), .1) == Ints{2});
  CHECK(knn_labels(found({1, 0}, {.3, .3}), single({5, 2}), .1) == Ints{2});
  CHECK(knn_labels(found({0, 1, 2, 3}, {.3, .3, .1, .1}), single({5, 2, 2, 5}), .1) == Ints{2});
  Codes query({4, 1}, 1), database({4, 1}, 2);
  database.set_bit(0, 0);
  database.set_bit(1, 3);
  for (const std::size_t k : {1u, 2u}) {
    CHECK(of_codes(query, database, single({5, 2}), k, .1) == Ints{2});
    CHECK(of_codes(query, database, single({2, 5}), k, .1) == Ints{2});
  }
}

TEST_CASE("votes of the nearest: embeddings equal the definition, item by item") {
  Rng rng(3);
  Features X(5, 90);
  for (float& x : X) x = static_cast<float>(rng.normal());
  const Labels labels = single(drawn_labels(90, 4, Rng(4)));
  for (const Similarity kind :
       {Similarity::cosine, Similarity::inner_product, Similarity::euclidean}) {
    for (const std::size_t k : {1u, 2u, 7u, 30u, 200u}) {
      for (const double sigma : {.05, .3, 2.0}) {
        const NearestItems nearest = nearest_others(X, k, kind);
        const Ints predicted = knn_labels(nearest, labels, sigma);
        for (std::size_t q = 0; q < 90; ++q) {
          std::map<std::int32_t, double> votes;
          const auto positions = nearest.positions_of(q);
          CHECK(positions.size() == std::min<std::size_t>(k, 89));
          for (std::size_t i = 0; i < positions.size(); ++i) {
            votes[labels.single[positions[i]]] += std::exp(nearest.similarities_of(q)[i] / sigma);
          }
          CHECK(predicted[q] == winner(votes));
        }
      }
    }
  }
}

TEST_CASE("votes of the nearest: for codes they are the mean over every order of ties") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const Rng rng = Rng(seed).stream("votes");
    const CodeFormat format = seed % 2 == 0 ? CodeFormat{5, 1} : CodeFormat{6, 2};
    const Codes queries = drawn_codes(format, 4, rng.stream("queries")),
                database = drawn_codes(format, 1 + seed % 7, rng.stream("database"));
    const Labels labels = single(drawn_labels(database.n, 3, rng.stream("labels")));
    for (const std::size_t k : {1u, 2u, 3u, 5u, 9u}) {
      for (const double sigma : {.1, .7, 5.0}) {
        const Ints predicted = of_codes(queries, database, labels, k, sigma);
        for (std::size_t q = 0; q < queries.n; ++q) {
          CHECK(predicted[q] == over_every_order(queries, q, database, labels, k, sigma));
        }
      }
    }
  }
}

TEST_CASE("votes of the nearest: order, kernel and threads change no label of codes") {
  const Codes queries = drawn_codes({30, 1}, 25, Rng(5)),
              database = drawn_codes({30, 1}, 700, Rng(6));
  const Labels labels = single(drawn_labels(700, 9, Rng(7)));
  Rows order(700);
  std::iota(order.begin(), order.end(), 0u);
  Rng(8).shuffle(order);
  Codes moved({30, 1}, 700);
  Labels moved_labels = labels;
  for (std::size_t i = 0; i < 700; ++i) {
    moved.words[i] = database.words[order[i]];
    moved_labels.single[i] = labels.single[order[i]];
  }
  for (const std::size_t k : {1u, 10u, 100u}) {
    const Ints expected = of_codes(queries, database, labels, k, .2);
    CHECK(of_codes(queries, moved, moved_labels, k, .2) == expected);
    for (const Kernel* kernel : all_kernels()) {
      if (!kernel->supported()) continue;
      CHECK(knn_labels(queries, database, labels, k, .2, {}, *kernel, 3) == expected);
    }
  }
}

TEST_CASE("votes of the nearest: codes whose distances differ vote as a search of items does") {
  // Item i has i bits set, so that no two are equally far from zero.
  Codes query({40, 1}, 1), database({40, 1}, 41);
  NearestItems nearest;
  for (std::uint32_t i = 0; i < 41; ++i) {
    for (std::size_t j = 0; j < i; ++j) database.set_bit(i, j);
  }
  const Labels labels = single(drawn_labels(41, 3, Rng(9)));
  for (std::uint32_t k = 1; k <= 41; ++k) {
    nearest.positions.push_back(k - 1);
    nearest.similarities.push_back(1 - 2 * (k - 1.0) / 40);
    nearest.offsets = {0, k};
    CHECK(of_codes(query, database, labels, k, .8) == knn_labels(nearest, labels, .8));
  }
}

TEST_CASE("votes of the nearest: ignored items vote as if they were not in the database") {
  const Codes codes = drawn_codes({12, 1}, 60, Rng(10));
  const Labels labels = single(drawn_labels(60, 3, Rng(11)));
  Lists self;
  for (std::uint32_t i = 0; i < 60; ++i) self.append(std::span(&i, 1));
  for (const std::size_t k : {1u, 4u, 59u, 60u}) {
    const Ints predicted = of_codes(codes, codes, labels, k, .3, self);
    for (std::size_t q = 0; q < 60; ++q) {
      Codes query(codes.format, 1), others(codes.format, 59);
      query.words[0] = codes.words[q];
      Labels other_labels;
      for (std::size_t i = 0; i < 60; ++i) {
        if (i == q) continue;
        others.words[other_labels.single.size()] = codes.words[i];
        other_labels.single.push_back(labels.single[i]);
      }
      CHECK(predicted[q] == of_codes(query, others, other_labels, k, .3).front());
    }
  }
}

TEST_CASE("votes of the nearest: labels of one item are never found, and count as wrong") {
  const Features X = {{0, 1, 5, 6, 20}};
  const Labels labels = single({3, 3, 1, 1, 8});
  for (const std::size_t k : {1u, 2u, 100u}) {
    const Ints predicted = knn_labels(nearest_others(X, k, Similarity::euclidean), labels, 1);
    CHECK(predicted == Ints{3, 3, 1, 1, 1});
    CHECK(accuracy(predicted, labels) == .8);
  }
}

TEST_CASE("votes of the nearest: a query that finds nothing has no label, and is wrong") {
  CHECK(knn_labels(found({}, {}), single({1}), 1) == Ints{no_label});
  const Codes codes({8, 1}, 1), none({8, 1}, 0);
  CHECK(of_codes(codes, none, single({}), 3, 1) == Ints{no_label});
  Lists all;
  all.append(std::vector<std::uint32_t>{0});
  CHECK(of_codes(codes, codes, single({4}), 3, 1, all) == Ints{no_label});
  CHECK(accuracy({no_label, 4}, single({4, 4})) == .5);
  CHECK(accuracy({}, single({})) == 0);
  CHECK(knn_labels(NearestItems(), single({}), 1).empty());
}

TEST_CASE("votes of the nearest: similarities however far apart do not overflow") {
  CHECK(knn_labels(found({0, 1, 2}, {1e6, 1e6 - 1, 1e6 - 1}), single({5, 2, 2}), .5) == Ints{5});
  CHECK(knn_labels(found({0, 1, 2}, {-1e6, -2e6, -2e6}), single({5, 2, 2}), .05) == Ints{5});
}

TEST_CASE("votes of the nearest: what does not fit together is refused") {
  const Codes codes({8, 1}, 3);
  const Labels labels = single({1, 2, 3});
  Labels several;
  several.multi.zeros(2, 3);
  CHECK(error_of([&] { knn_labels(found({0}, {1}), several, 1); }) ==
        "votes of the nearest: items have several labels each, expected one");
  CHECK(error_of([&] { of_codes(codes, codes, several, 1, 1); }) ==
        "votes of the nearest: items have several labels each, expected one");
  CHECK(error_of([&] {
          accuracy({1, 2, 3}, several);
        }) == "votes of the nearest: queries have several labels each, expected one");
  CHECK(error_of([&] {
          accuracy({1, 2}, labels);
        }) == "votes of the nearest: 2 queries have 3 labels");
  CHECK(error_of([&] { knn_labels(found({3}, {1}), labels, 1); }) ==
        "votes of the nearest: query 0 found position 3, there are 3 labels");
  for (const double sigma : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK(error_of([&] { knn_labels(found({0}, {1}), labels, sigma); }) ==
          Contains("expected a positive number"));
    CHECK(error_of([&] { of_codes(codes, codes, labels, 1, sigma); }) ==
          Contains("expected a positive number"));
  }
  CHECK(error_of([&] { of_codes(codes, codes, labels, 0, 1); }) ==
        "votes of the nearest: 0 items are to vote, expected 1 or more");
  CHECK(error_of([&] { of_codes(codes, codes, single({1}), 1, 1); }) ==
        "votes of the nearest: 3 items have 1 labels");
  CHECK(error_of([&] {
          of_codes(Codes({9, 1}, 1), codes, labels, 1, 1);
        }) == Contains("votes of the nearest: queries have 9 bits"));
  Lists ignored;
  ignored.append(std::vector<std::uint32_t>{0, 3});
  CHECK(error_of([&] { of_codes(codes, codes, labels, 1, 1, ignored); }) ==
        "votes of the nearest: 1 of 3 queries have a list of what they ignore");
  CHECK(error_of([&] {
          of_codes(Codes({8, 1}, 1), codes, labels, 1, 1, ignored);
        }) == "votes of the nearest: query 0 ignores position 3, the database has 3 items");
}

TEST_SUITE("slow") {
  TEST_CASE("votes of the nearest: features of a ResNet classify CIFAR-10 as they do in NumPy") {
    const std::string data = real_data({"cifar10_resnet56_test10k.h5"});
    if (data.empty()) return;
    const Dataset all = read_dataset(data + "/cifar10_resnet56_test10k.h5");
    const Rows order = numpy_permutation(0, 10000);
    REQUIRE(std::vector<std::uint32_t>(order.begin(), order.begin() + 3) ==
            std::vector<std::uint32_t>{9394, 898, 2398});
    Features train(64, 5000), test(64, 5000);
    Labels train_labels, test_labels;
    for (std::size_t i = 0; i < 5000; ++i) {
      train.col(i) = all.features.col(order[i]);
      test.col(i) = all.features.col(order[5000 + i]);
      train_labels.single.push_back(all.labels.single[order[i]]);
      test_labels.single.push_back(all.labels.single[order[5000 + i]]);
    }
    const auto share = [&](std::size_t k) {
      const NearestItems nearest = nearest_items(test, train, k, Similarity::cosine);
      return accuracy(knn_labels(nearest, train_labels, .05), test_labels);
    };
    // Which of two labels with nearly equal votes is ahead may depend on rounding.
    CHECK(std::abs(share(1) - .7966) < 5e-4);
    CHECK(std::abs(share(10) - .8470) < 5e-4);
    CHECK(std::abs(share(30) - .8540) < 5e-4);
    CHECK(std::abs(share(200) - .8544) < 5e-4);
  }
}

}  // namespace hashlab::knn_votes_test
