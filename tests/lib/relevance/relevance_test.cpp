#include "lib/relevance/relevance.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/ground_truth.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::relevance_test {

using hashlab::testing::error_of;

namespace {

Rows range(std::uint32_t first, std::uint32_t end) {
  Rows rows(end - first);
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

Features normals(std::size_t d, std::size_t n, float scale, float offset, std::uint64_t seed) {
  Rng rng(seed);
  Features X(d, n);
  for (float& x : X) x = offset + scale * static_cast<float>(rng.normal());
  return X;
}

/// Small integers: distances are exact and many are equal.
Features grid(std::size_t d, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.below(4));
  return X;
}

std::vector<std::uint32_t> list(std::span<const std::uint32_t> items) {
  return {items.begin(), items.end()};
}

using Related = std::function<bool(std::uint32_t, std::uint32_t)>;

/// Every list of `relevance` is what asking about each pair gives.
bool is_relevance(const Relevance& relevance, const Rows& queries, const Rows& database,
                  const Related& related) {
  if (relevance.n_queries() != queries.size() || relevance.n_database != database.size()) {
    return false;
  }
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < database.size(); ++i) {
      if (related(queries[q], database[i])) expected.push_back(i);
    }
    if (list(relevance.of(q)) != expected) return false;
  }
  return true;
}

Related within(const Features& X, double radius, bool inclusive) {
  return [&X, radius, inclusive](std::uint32_t i, std::uint32_t j) {
    const double r2 = radius * radius, s = squared_distance(X, i, j);
    return inclusive ? s <= r2 : s < r2;
  };
}

double radius_by_sorting(const Features& X, const Rows& samples, const Rows& reference,
                         std::size_t R, bool count_self) {
  double sum = 0;
  for (const std::uint32_t sample : samples) {
    std::vector<double> squares;
    for (const std::uint32_t row : reference) {
      if (row != sample || count_self) squares.push_back(squared_distance(X, sample, row));
    }
    std::sort(squares.begin(), squares.end());
    sum += std::sqrt(squares[R - 1]);
  }
  return sum / static_cast<double>(samples.size());
}

}  // namespace

TEST_CASE("relevance: a squared distance is summed in double precision") {
  const Features X = {{1e4f, 1e4f + 0.0009765625f}, {0, 3}};
  CHECK(squared_distance(X, 0, 1) == 9 + 0x1.0p-20);
  CHECK(squared_distance(X, 1, 1) == 0);
}

TEST_CASE("relevance: the radius is the mean distance to the R-th neighbour, by hand") {
  const Features X = {{0, 1, 3, 7}};
  const Rows all = range(0, 4);
  CHECK(ball_radius(X, {0}, all, 1, false) == 1);
  CHECK(ball_radius(X, {0}, all, 1, true) == 0);
  CHECK(ball_radius(X, {0, 3}, all, 2, false) == (3 + 6) / 2.0);
  CHECK(ball_radius(X, {0, 3}, all, 2, true) == (1 + 4) / 2.0);
  CHECK(ball_radius(X, {3}, {0, 1, 2}, 1, false) == 4);  // not in the reference
  CHECK(ball_radius(X, all, all, 3, false) == (7 + 6 + 4 + 7) / 4.0);
}

TEST_CASE("relevance: the radius is that of sorting every distance") {
  const std::vector<Features> data = {normals(17, 2600, 1, 0, 1), grid(3, 2600, 2),
                                      normals(8, 2600, 0.01f, 1e4f, 3)};
  for (const Features& X : data) {
    const Rows samples = range(10, 30), reference = range(0, 2600);
    for (const std::size_t R : {1u, 2u, 50u, 2599u}) {
      for (const bool self : {false, true}) {
        CHECK(ball_radius(X, samples, reference, R, self) ==
              radius_by_sorting(X, samples, reference, R, self));
      }
    }
  }
}

TEST_CASE("relevance: duplicates of a sample are neighbours at distance zero") {
  Features X = normals(4, 10, 1, 0, 4);
  X.col(7) = X.col(2);
  CHECK(ball_radius(X, {2}, range(0, 10), 1, false) == 0);
  const Relevance relevance = ball_relevance(X, {2}, range(0, 10), {0.0, true});
  CHECK(list(relevance.of(0)) == std::vector<std::uint32_t>{2, 7});
  CHECK(ball_relevance(X, {2}, range(0, 10), {0.0, false}).of(0).empty());
  CHECK(list(ball_neighbours(X, range(0, 10), {0.0, true})[2]) == std::vector<std::uint32_t>{7});
}

TEST_CASE("relevance: a radius of more neighbours than there are is refused") {
  const Features X = normals(2, 5, 1, 0, 5);
  const Rows all = range(0, 5);
  CHECK_NOTHROW(ball_radius(X, all, all, 4, false));
  CHECK_NOTHROW(ball_radius(X, all, all, 5, true));
  CHECK(error_of([&] { ball_radius(X, all, all, 5, false); }) ==
        "the ball's radius needs neighbours = 5 of 5 reference rows and 5 samples: lower "
        "'neighbours' or use more rows");
  CHECK_THROWS_AS(ball_radius(X, all, all, 6, true), Error);
  CHECK_THROWS_AS(ball_radius(X, {}, all, 1, true), Error);
  CHECK_THROWS_AS(ball_radius(X, all, {}, 1, true), Error);
  CHECK_THROWS_AS(ball_radius(X, all, all, 0, true), Error);
}

TEST_CASE("relevance: a ball holds exactly the pairs within its radius") {
  const std::vector<Features> data = {normals(17, 2300, 1, 0, 6), normals(3, 2300, 0.01f, 1e4f, 7),
                                      normals(64, 2300, 3e-4f, 1e3f, 8)};
  const Rows queries = range(0, 25), database = range(20, 2300);
  for (const Features& X : data) {
    // Radii at which some pair lies exactly, as near as a double's square root can say.
    for (const std::uint32_t other : {30u, 500u, 2000u}) {
      const double radius = std::sqrt(squared_distance(X, 3, other));
      for (const bool inclusive : {false, true}) {
        CHECK(is_relevance(ball_relevance(X, queries, database, {radius, inclusive}), queries,
                           database, within(X, radius, inclusive)));
      }
    }
  }
}

TEST_CASE("relevance: a point at the radius is inside if the boundary is, else outside") {
  const Features X = grid(6, 1200, 9);
  const Rows queries = range(0, 20), database = range(0, 1200);
  for (const double radius : {0.0, 1.0, 2.0, 3.0}) {
    const Relevance closed = ball_relevance(X, queries, database, {radius, true});
    const Relevance open = ball_relevance(X, queries, database, {radius, false});
    CHECK(is_relevance(closed, queries, database, within(X, radius, true)));
    CHECK(is_relevance(open, queries, database, within(X, radius, false)));
    CHECK(closed.lists.items.size() > open.lists.items.size());
  }
}

TEST_CASE("relevance: balls are exact however small or large the features are") {
  for (const float scale : {0x1.0p-70f, 0x1.0p-40f, 0x1.0p40f, 0x1.0p100f}) {
    Features X = grid(6, 1200, 10) * scale;
    X.col(5) *= 3;
    const Rows queries = range(0, 20), database = range(0, 1200);
    const double radius = 2.0 * static_cast<double>(scale);
    CAPTURE(scale);
    CHECK(is_relevance(ball_relevance(X, queries, database, {radius, true}), queries, database,
                       within(X, radius, true)));
    CHECK(ball_radius(X, queries, database, 20, false) ==
          radius_by_sorting(X, queries, database, 20, false));
  }
}

TEST_CASE("relevance: by class, sharing one class is enough") {
  Rng rng(11);
  Labels single, multi;
  multi.multi.zeros(5, 300);
  for (arma::uword i = 0; i < 300; ++i) {
    single.single.push_back(static_cast<std::int32_t>(rng.below(6)) * 400000000);
    for (arma::uword c = 0; c < 5; ++c) multi.multi(c, i) = rng.below(4) == 0 ? 1 : 0;
  }
  const Rows queries = range(0, 60), database = range(40, 300);
  CHECK(is_relevance(class_relevance(single, queries, database), queries, database,
                     [&](auto i, auto j) { return single.single[i] == single.single[j]; }));
  CHECK(is_relevance(
      class_relevance(multi, queries, database), queries, database,
      [&](auto i, auto j) { return arma::any(multi.multi.col(i) % multi.multi.col(j)); }));
}

TEST_CASE("relevance: by class there is one list for each set of classes") {
  Labels labels;
  labels.single = {0, 1, 0, 1, 2, 0};
  const Relevance relevance = class_relevance(labels, {0, 1, 2, 3}, {2, 3, 4, 5});
  CHECK(relevance.lists.size() == 2);
  CHECK(relevance.list_of_query == std::vector<std::uint32_t>{0, 1, 0, 1});
  CHECK(list(relevance.of(2)) == std::vector<std::uint32_t>{0, 3});
}

TEST_CASE("relevance: a sample without any class is relevant to nobody, itself included") {
  Labels labels;
  labels.multi = {{1, 0, 1}, {0, 0, 1}};
  const Relevance relevance = class_relevance(labels, {0, 1, 2}, {0, 1, 2});
  CHECK(list(relevance.of(0)) == std::vector<std::uint32_t>{0, 2});
  CHECK(relevance.of(1).empty());
}

TEST_CASE("relevance: neighbour matrices are symmetric without a diagonal") {
  const Features X = normals(5, 400, 1, 0, 12);
  Labels labels;
  for (std::size_t i = 0; i < 400; ++i) labels.single.push_back(static_cast<std::int32_t>(i % 9));
  const Rows rows = range(100, 300);
  for (const NeighbourGraph& S :
       {ball_neighbours(X, rows, {1.5, true}), class_neighbours(labels, rows)}) {
    REQUIRE(S.size() == 200);
    CHECK(S.items.size() > 200);
    for (std::uint32_t i = 0; i < 200; ++i) {
      CHECK(std::is_sorted(S[i].begin(), S[i].end()));
      for (const std::uint32_t j : S[i]) {
        CHECK(j != i);
        CHECK(std::binary_search(S[j].begin(), S[j].end(), i));
      }
    }
  }
}

TEST_CASE("relevance: skew is the mean, the median and the share of queries without any") {
  Relevance relevance;
  for (const std::vector<std::uint32_t>& items :
       std::vector<std::vector<std::uint32_t>>{{}, {1}, {1, 2}, {0, 1, 2, 3, 4}}) {
    relevance.lists.append(items);
  }
  relevance.list_of_query = {0, 1, 2, 3};
  CHECK(skew(relevance).mean == 2);
  CHECK(skew(relevance).median == 1.5);
  CHECK(skew(relevance).none == 0.25);
  relevance.list_of_query = {3, 0, 0};
  CHECK(skew(relevance).median == 0);
  CHECK(skew(relevance).none == doctest::Approx(2.0 / 3));
  CHECK(skew(Relevance()).mean == 0);
}

TEST_CASE("relevance: a ground truth is read from its text and says all of itself") {
  const std::string defaults =
      "epsilon:neighbours=50,samples=100,reference=database,boundary=inclusive,self=excluded";
  CHECK(parse_ground_truth("epsilon").recipe() == defaults);
  CHECK(parse_ground_truth("class").recipe() == "class");
  CHECK(parse_ground_truth("class").by_class());
  const GroundTruth g =
      parse_ground_truth("epsilon:self=counted,boundary=strict,neighbours=7,reference=training");
  REQUIRE(g.by_ball());
  CHECK(g.ball()->neighbours == 7);
  CHECK(g.ball()->samples == 100);
  CHECK(g.ball()->reference == BallTruth::Reference::training);
  CHECK_FALSE(g.ball()->inclusive);
  CHECK(g.ball()->count_self);
  CHECK_FALSE(g.by_class());
  CHECK_FALSE(g.by_lists());
  CHECK(g.lists() == nullptr);
  CHECK(GroundTruth().recipe() == defaults);
  for (const std::string kind : {"epsilon", "class", "lists"}) {
    CHECK(parse_ground_truth(kind).kind() == kind);
  }
  for (const std::string& text : {defaults, g.recipe(), std::string("class")}) {
    CHECK(parse_ground_truth(text).recipe() == text);
  }
}

TEST_CASE("relevance: a ground truth that is not one is refused") {
  CHECK(error_of([] { parse_ground_truth("epsilom"); }) ==
        "unknown groundtruth 'epsilom', did you mean 'epsilon'?; expected epsilon, class, lists or "
        "neighbours");
  CHECK(error_of([] { parse_ground_truth("epsilon:neighbors=3"); }) ==
        "groundtruth 'epsilon:neighbors=3': unknown option 'neighbors', did you mean "
        "'neighbours'?");
  CHECK(error_of([] { parse_ground_truth("epsilon:neighbours=0"); }) ==
        "groundtruth 'epsilon:neighbours=0': option 'neighbours' = '0', must be 1 .. 1000000");
  CHECK(error_of([] { parse_ground_truth("epsilon:reference=test"); }) ==
        "groundtruth 'epsilon:reference=test': option 'reference' = 'test', must be database | "
        "learnable | training");
  CHECK(error_of([] { parse_ground_truth("epsilon:boundary=no"); }) ==
        "groundtruth 'epsilon:boundary=no': option 'boundary' = 'no', must be inclusive | strict");
  CHECK(error_of([] { parse_ground_truth("epsilon:self=kept"); }) ==
        "groundtruth 'epsilon:self=kept': option 'self' = 'kept', must be excluded | counted");
  CHECK(error_of([] { parse_ground_truth("class:neighbours=3"); }) ==
        "groundtruth 'class:neighbours=3': unknown option 'neighbours'");
  CHECK_THROWS_AS(parse_ground_truth(""), Error);
}

TEST_CASE("relevance: a database in pieces has the relevance of the whole, slice by slice") {
  Rng rng(12);
  Labels single, multi;
  multi.multi.zeros(5, 400);
  for (arma::uword i = 0; i < 400; ++i) {
    single.single.push_back(static_cast<std::int32_t>(rng.below(6)) * 400000000);
    for (arma::uword c = 0; c < 5; ++c) multi.multi(c, i) = rng.below(4) == 0 ? 1 : 0;
  }
  const Features X = grid(4, 400, 13);
  const Rows queries = range(0, 60), database = range(60, 400);
  const std::vector<Relevance> whole = {class_relevance(single, queries, database),
                                        class_relevance(multi, queries, database),
                                        ball_relevance(X, queries, database, {2.0, true})};
  const auto labels_of = [](const Labels& labels, std::size_t first, std::size_t count) {
    Labels part;
    for (std::size_t i = first; i < first + count && !labels.single.empty(); ++i) {
      part.single.push_back(labels.single[i]);
    }
    if (!labels.multi.is_empty()) part.multi = labels.multi.cols(first, first + count - 1);
    return part;
  };
  for (const std::size_t step : {1u, 7u, 150u, 340u}) {
    for (std::size_t first = 0; first < 340; first += step) {
      const std::size_t count = std::min<std::size_t>(step, 340 - first), row = 60 + first;
      const std::vector<Relevance> pieces = {
          class_relevance(labels_of(single, 0, 60), labels_of(single, row, count)),
          class_relevance(labels_of(multi, 0, 60), labels_of(multi, row, count)),
          ball_relevance(Features(X.cols(0, 59)), Features(X.cols(row, row + count - 1)),
                         Ball{2.0, true})};
      for (std::size_t k = 0; k < whole.size(); ++k) {
        const Relevance part = slice(whole[k], first, count);
        CHECK(part.n_database == count);
        CHECK(pieces[k].n_database == count);
        CHECK(pieces[k].list_of_query == part.list_of_query);
        CHECK(pieces[k].lists.items == part.lists.items);
        CHECK(pieces[k].lists.offsets == part.lists.offsets);
      }
    }
  }
  CHECK(label_sets(labels_of(single, 0, 60)) == whole[0].lists.size());
  CHECK(label_sets(labels_of(multi, 0, 60)) == whole[1].lists.size());
  CHECK(error_of([&] { class_relevance(single, multi); }) ==
        "labels of queries are one class each, those of the database 5 columns of 0 and 1: give "
        "both in one form");
  CHECK(error_of([&] {
          ball_relevance(X, grid(5, 10, 1), {1.0, true});
        }) == "queries have 4 features, the database has 5");
}

TEST_CASE("relevance: what a query ignores is no longer counted, but still relevant or not") {
  Relevance relevance;
  relevance.n_database = 6;
  relevance.lists.append(std::vector<std::uint32_t>{0, 2, 5});
  relevance.lists.append(std::vector<std::uint32_t>{});
  relevance.list_of_query = {0, 1, 0};
  CHECK(relevant_count(relevance, 0) == 3);
  CHECK(relevance.ignored_by(2).empty());
  CHECK(is_relevant(relevance, 2, 5));
  CHECK_FALSE(is_relevant(relevance, 2, 4));
  CHECK_FALSE(is_relevant(relevance, 1, 5));

  for (const std::vector<std::uint32_t>& ignored :
       std::vector<std::vector<std::uint32_t>>{{1, 2, 5}, {0, 1}, {}}) {
    relevance.ignored.append(ignored);
  }
  CHECK(relevant_count(relevance, 0) == 1);
  CHECK(relevant_count(relevance, 1) == 0);
  CHECK(relevant_count(relevance, 2) == 3);
  CHECK(list(relevance.of(0)) == std::vector<std::uint32_t>{0, 2, 5});
  CHECK(is_relevant(relevance, 0, 5));
  CHECK(skew(relevance).mean == doctest::Approx(4.0 / 3));
  CHECK(skew(relevance).median == 1);
  CHECK(skew(relevance).none == doctest::Approx(1.0 / 3));
}

TEST_CASE("relevance: the slices of what queries ignore put together are the whole") {
  Rng rng(17);
  Relevance whole;
  whole.n_database = 100;
  whole.lists.append(range(20, 70));
  for (std::uint32_t q = 0; q < 9; ++q) {
    std::vector<std::uint32_t> ignored;
    for (std::uint32_t i = 0; i < 100; ++i) {
      if (rng.below(9) < q) ignored.push_back(i);
    }
    whole.ignored.append(ignored);
    whole.list_of_query.push_back(0);
  }
  for (const std::size_t step : {1u, 7u, 64u, 100u}) {
    std::vector<std::vector<std::uint32_t>> found(9);
    std::vector<std::size_t> counts(9);
    for (std::size_t first = 0; first < 100; first += step) {
      const Relevance part = slice(whole, first, std::min(step, 100 - first));
      REQUIRE(part.ignored.size() == 9);
      for (std::size_t q = 0; q < 9; ++q) {
        for (const std::uint32_t item : part.ignored_by(q)) {
          CHECK(item < part.n_database);
          found[q].push_back(static_cast<std::uint32_t>(first + item));
        }
        counts[q] += relevant_count(part, q);
      }
    }
    for (std::size_t q = 0; q < 9; ++q) {
      CHECK(found[q] == list(whole.ignored_by(q)));
      CHECK(counts[q] == relevant_count(whole, q));
    }
  }
  whole.ignored = {};
  CHECK(slice(whole, 10, 50).ignored.size() == 0);
}

TEST_CASE("relevance: of a database in another order the same items are relevant, or ignored") {
  Relevance relevance;
  relevance.n_database = 6;
  for (const std::vector<std::uint32_t>& list : {Rows{0, 3, 5}, Rows{}, Rows{1}}) {
    relevance.lists.append(list);
  }
  relevance.list_of_query = {0, 2, 1, 0};
  for (const std::vector<std::uint32_t>& list : {Rows{3}, Rows{}, Rows{0, 4}, Rows{5}}) {
    relevance.ignored.append(list);
  }
  const Rows order = {4, 5, 0, 3, 1, 2};
  const Relevance moved = reordered(relevance, order);
  CHECK(moved.n_database == 6);
  for (std::size_t q = 0; q < 4; ++q) {
    CHECK(relevant_count(moved, q) == relevant_count(relevance, q));
    const auto before = relevance.ignored_by(q), after = moved.ignored_by(q);
    CHECK(std::is_sorted(after.begin(), after.end()));
    for (std::uint32_t i = 0; i < 6; ++i) {
      CHECK(is_relevant(moved, q, i) == is_relevant(relevance, q, order[i]));
      CHECK(std::count(after.begin(), after.end(), i) ==
            std::count(before.begin(), before.end(), order[i]));
    }
  }
}

TEST_CASE("relevance: many queries against a database of their own are taken in groups") {
  const Features Q = grid(3, 2500, 14), X = grid(3, 40, 15);
  const Relevance relevance = ball_relevance(Q, X, {1.0, false});
  REQUIRE(relevance.n_queries() == 2500);
  for (std::uint32_t q = 0; q < 2500; ++q) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 40; ++i) {
      if (squared_distance(Q, q, X, i) < 1.0) expected.push_back(i);
    }
    REQUIRE(list(relevance.of(q)) == expected);
  }
}

TEST_CASE("relevance: the radius over a reference in pieces is that over the whole") {
  const Features X = normals(9, 3000, 1, 0, 16);
  const Rows samples = {3, 700, 2999};
  for (const bool self : {false, true}) {
    BallRadius ball(Features(X.cols(arma::uvec{3, 700, 2999})), samples, 40, self);
    for (std::uint32_t first = 0; first < 3000; first += 1100) {
      const std::uint32_t count = std::min(1100u, 3000 - first);
      ball.add(Features(X.cols(first, first + count - 1)), range(0, count), first);
    }
    CHECK(ball.radius() == radius_by_sorting(X, samples, range(0, 3000), 40, self));
  }
  BallRadius few(Features(X.cols(0, 1)), {0, 1}, 5, false);
  few.add(Features(X.cols(0, 4)), range(0, 5), 0);
  CHECK_THROWS_AS(few.radius(), Error);
}

}  // namespace hashlab::relevance_test
