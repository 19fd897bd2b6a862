#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/sth_embedding.h"
#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace hashlab::sth_test {

using namespace hashers;
using hashlab::testing::error_of;

namespace {

TrainingSet classes(arma::uword n, arma::uword d) {
  const Dataset data = testing::small_dataset(n, d);
  TrainingSet training{data.features, class_neighbours(data.labels, testing::rows_below(n)),
                       data.labels};
  training.X.each_col() -= arma::fvec(arma::mean(training.X, 1));
  return training;
}

arma::mat ball_graph(arma::uword n) {
  const arma::fmat X = testing::small_dataset(n, 3).features;
  const Rows rows = testing::rows_below(n);
  return neighbour_matrix(ball_neighbours(X, rows, {ball_radius(X, rows, rows, 12, false), true}),
                          true);
}

arma::fmat projected(const std::string& method, const TrainingSet& data, std::size_t dims) {
  return make_hasher(method).projection().learn(data, dims, Rng(1))->project(data.X);
}

}  // namespace

TEST_CASE("sth: the embedding solves L y = lambda D y, beside the constant, by growing lambda") {
  const arma::mat S = ball_graph(60);
  const arma::mat D = arma::diagmat(arma::sum(S, 1)), L = D - S;
  const arma::mat Y = laplacian_eigenmap(graph_spectrum(S), 10, Rng(1));
  CHECK(arma::abs(Y.t() * D * Y - arma::eye(10, 10)).max() < 1e-9);
  CHECK(arma::abs(arma::sum(D * Y, 0)).max() < 1e-9);  // the constant solution is none of them
  double before = 0;
  for (arma::uword k = 0; k < 10; ++k) {
    const double lambda = arma::dot(Y.col(k), L * Y.col(k));
    CHECK(arma::abs(L * Y.col(k) - lambda * (D * Y.col(k))).max() < 1e-8);
    CHECK(lambda >= before - 1e-9);
    before = lambda;
  }
}

TEST_CASE("sth: a ring's smoothest functions are its slowest waves") {
  constexpr arma::uword n = 12;
  arma::mat S(n, n, arma::fill::eye);
  for (arma::uword i = 0; i < n; ++i) S(i, (i + 1) % n) = S((i + 1) % n, i) = 1;
  const arma::mat Y = laplacian_eigenmap(graph_spectrum(S), 4, Rng(1));
  // Degree 3 with loops: lambda_f = (2 - 2 cos(2 pi f / n)) / 3, twice for every f.
  for (arma::uword k = 0; k < 4; ++k) {
    const double f = k < 2 ? 1 : 2;
    const arma::vec y = Y.col(k), next = arma::shift(y, -1), last = arma::shift(y, 1);
    const double expected = (2 - 2 * std::cos(2 * std::numbers::pi * f / n)) / 3;
    CHECK(arma::abs((2 * y - next - last) / 3 - expected * y).max() < 1e-9);
  }
}

TEST_CASE("sth: a class graph's first functions are constant on classes, those beyond are not") {
  const TrainingSet data = classes(83, 5);
  const arma::mat S = neighbour_matrix(data.S, true);
  const std::set<std::int32_t> known(data.labels.single.begin(), data.labels.single.end());
  const arma::uword C = known.size();
  const arma::mat Y = laplacian_eigenmap(graph_spectrum(S), C + 1, Rng(1)), L = median_bits(Y);
  for (arma::uword k = 0; k < C + 1; ++k) {
    double range = 0;
    bool one_bit = true;
    for (arma::uword i = 0; i < 83; ++i) {
      for (const std::uint32_t j : data.S[i]) {
        range = std::max(range, std::abs(Y(i, k) - Y(j, k)));
        one_bit = one_bit && L(i, k) == L(j, k);
      }
    }
    CAPTURE(k);
    CHECK((range < 1e-9) == (k < C - 1));
    CHECK(one_bit == (k < C - 1));
  }
}

TEST_CASE("sth: where eigenvalues coincide the stream chooses, and fewer dimensions are a prefix") {
  const arma::mat S = neighbour_matrix(classes(60, 5).S, true);
  const arma::mat Y = laplacian_eigenmap(graph_spectrum(S), 9, Rng(1));
  CHECK(arma::abs(Y.head_cols(5) - laplacian_eigenmap(graph_spectrum(S), 5, Rng(1))).max() < 1e-9);
  CHECK(arma::abs(Y - laplacian_eigenmap(graph_spectrum(S), 9, Rng(2))).max() > 1e-3);
}

TEST_CASE("sth: bits are halves, and values equal to the median stay together") {
  Rng rng = Rng(1).stream("sth-test");
  arma::mat S(70, 70);
  for (double& s : S) s = rng.uniform();
  const arma::mat Y = laplacian_eigenmap(graph_spectrum(S + S.t()), 12, Rng(1));
  CHECK(arma::all(arma::abs(arma::sum(median_bits(Y), 0)) <= 1));
  const arma::mat ties = {{1, 5}, {2, 5}, {2 + 1e-15, 5}, {2 - 1e-15, 5}, {3, 5}};
  CHECK(arma::approx_equal(
      median_bits(ties), arma::mat{{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {1, -1}}, "absdiff", 0));
  const arma::mat most_are_largest = {1, 2, 2, 2, 2 + 1e-15};
  CHECK(arma::approx_equal(median_bits(most_are_largest.t()), arma::vec{-1, 1, 1, 1, 1}, "absdiff",
                           0));
}

TEST_CASE(
    "sth: a class of more than half of the samples leaves no bit constant, whatever its sign") {
  constexpr arma::uword n = 100;
  arma::fmat X = testing::small_dataset(n, 6).features;
  Labels labels;
  for (arma::uword i = 0; i < n; ++i) labels.single.push_back(i % 5 < 3 ? 0 : 1);  // 60 and 40
  const TrainingSet data{X, class_neighbours(labels, testing::rows_below(n)), labels};
  const arma::mat S = neighbour_matrix(data.S, true);
  std::set<bool> larger_class_above;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const arma::mat Y = laplacian_eigenmap(graph_spectrum(S), 1, Rng(seed));
    larger_class_above.insert(Y(0, 0) > Y(3, 0));
    CHECK(std::abs(arma::accu(median_bits(Y))) == 20);
    const arma::fmat learned =
        make_hasher("sth+sbq:svm=rbf").projection().learn(data, 4, Rng(seed))->project(X);
    for (arma::uword k = 0; k < 4; ++k) {
      CHECK(learned.col(k).min() <= 0);
      CHECK(learned.col(k).max() > 0);
    }
  }
  CHECK(larger_class_above.size() ==
        2);  // or the larger class was never the one with the largest value
}

namespace {

/// How much more often bits agree between neighbours than between others.
double separation(const arma::fmat& Y, const TrainingSet& data) {
  const arma::mat S = neighbour_matrix(data.S, false);
  arma::mat B(arma::size(Y));
  for (arma::uword i = 0; i < Y.n_elem; ++i) B[i] = Y[i] > 0 ? 1 : -1;
  const arma::mat agree = (B * B.t() / static_cast<double>(Y.n_cols) + 1) / 2;
  return arma::accu(agree % S) / arma::accu(S) - arma::accu(agree % (1 - S)) / arma::accu(1 - S);
}

}  // namespace

TEST_CASE("sth: bits agree between neighbours far more often than between others") {
  const TrainingSet data = classes(240, 16);
  for (const std::string svm : {"linear", "rbf"}) {
    CAPTURE(svm);
    CHECK(separation(projected("sth+sbq:svm=" + svm, data, 3), data) > 0.3);
  }
}

TEST_CASE("sth: bits beyond the number of classes tell classes apart with cosines only") {
  const TrainingSet data = classes(200, 12);  // 4 classes: three bits tell them apart
  const arma::fmat cosine = projected("sth+sbq", data, 12);
  const arma::fmat equal = projected("sth+sbq:weights=equal", data, 12);
  CHECK(separation(cosine.tail_cols(9), data) > 0.1);
  CHECK(separation(cosine.tail_cols(9), data) > 3 * separation(equal.tail_cols(9), data));
}

TEST_CASE("sth: samples without neighbours take no part, and too few with some are refused") {
  TrainingSet data = classes(60, 5);
  const arma::fmat Y = projected("sth+sbq", data, 6);
  TrainingSet more = data;
  more.X = arma::join_rows(data.X, 100 * data.X.cols(3, 9));
  for (int i = 0; i < 7; ++i) more.S.append({});
  const arma::fmat Z = projected("sth+sbq", more, 6);
  CHECK(arma::abs(Y - Z.head_rows(60)).max() < 1e-4f);

  data.S = {};  // two pairs of neighbours
  for (const std::uint32_t other : {1u, 0u, 3u, 2u}) data.S.append(std::vector{other});
  while (data.S.size() < 60) data.S.append({});
  CHECK(projected("sth+sbq", data, 3).is_finite());
  CHECK(error_of([&] { projected("sth+sbq", data, 4); }) ==
        "sth: 4 of 60 training samples have neighbours, expected at least 5 for 4 hash dimensions: "
        "use more samples or a wider ground truth");
}

}  // namespace hashlab::sth_test
