#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/grh_regularise.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::grh_test {

using namespace hashers;
using hashlab::testing::error_of;

namespace {

/// 0 and 1 as -1 and +1, a sample a row.
arma::mat bits(const std::vector<std::string>& codes) {
  arma::mat L(codes.size(), codes.front().size());
  for (arma::uword i = 0; i < L.n_rows; ++i) {
    for (arma::uword k = 0; k < L.n_cols; ++k) L(i, k) = codes[i][k] == '1' ? 1 : -1;
  }
  return L;
}

NeighbourGraph graph(const std::vector<std::vector<std::uint32_t>>& lists) {
  NeighbourGraph S;
  for (const auto& list : lists) S.append(list);
  return S;
}

bool same(const arma::mat& A, const arma::mat& B) {
  return arma::approx_equal(A, B, "absdiff", 0);
}

arma::mat random_bits(arma::uword n, arma::uword K, std::uint64_t seed) {
  Rng rng = Rng(seed).stream("grh-test");
  arma::mat L(n, K);
  for (double& l : L) l = rng.uniform() < 0.5 ? -1 : 1;
  return L;
}

TrainingSet classes(arma::uword n, arma::uword d) {
  const Dataset data = testing::small_dataset(n, d);
  TrainingSet training{data.features, class_neighbours(data.labels, testing::rows_below(n)),
                       data.labels};
  training.X.each_col() -= arma::fvec(arma::mean(training.X, 1));
  return training;
}

arma::fmat projected(const std::string& method, const TrainingSet& data, std::size_t dims,
                     std::uint64_t seed = 1) {
  return make_hasher(method).projection().learn(data, dims, Rng(seed))->project(data.X);
}

arma::mat signs(const arma::fmat& Y) {
  arma::mat L(arma::size(Y));
  for (arma::uword i = 0; i < Y.n_elem; ++i) L[i] = Y[i] > 0 ? 1 : -1;
  return L;
}

/// So narrow a kernel can learn any bits of samples that differ.
const std::string learns_anything = "svm=rbf,price=1000,gamma=1000";

/// Samples with some neighbours at random, so that bits go on changing round after round.
TrainingSet sparse_graph(arma::uword n, arma::uword d) {
  TrainingSet data = classes(n, d);
  arma::umat A(n, n, arma::fill::zeros);
  Rng rng = Rng(7).stream("grh-test");
  for (arma::uword i = 0; i < n; ++i) {
    const auto j = static_cast<arma::uword>(rng.below(n));
    if (i != j) A(i, j) = A(j, i) = 1;
  }
  data.S = {};
  for (arma::uword i = 0; i < n; ++i) {
    data.S.append(arma::conv_to<std::vector<std::uint32_t>>::from(arma::find(A.col(i))));
  }
  return data;
}

/// The share of pairs of one bit's values that agree in sign, among pairs of neighbours less that
/// among all others: 0 says nothing about classes, 1 all.
double separation(const arma::fmat& Y, const NeighbourGraph& S) {
  const arma::mat A = neighbour_matrix(S, true);
  double near = 0, far = 0, agree_near = 0, agree_far = 0;
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      double agree = 0;
      for (arma::uword k = 0; k < Y.n_cols; ++k) agree += (Y(i, k) > 0) == (Y(j, k) > 0) ? 1 : 0;
      (A(i, j) > 0 ? near : far) += static_cast<double>(Y.n_cols);
      (A(i, j) > 0 ? agree_near : agree_far) += agree;
    }
  }
  return agree_near / near - agree_far / far;
}

}  // namespace

TEST_CASE("grh: with alpha = 1 a sample takes the majority of its neighbours' bits") {
  // The first sample's neighbours have 00, 11, 10: two of three have the first bit, one the second.
  const NeighbourGraph S = graph({{1, 2, 3}, {0}, {0}, {0}});
  const arma::mat L = bits({"01", "00", "11", "10"});
  const arma::mat without = regularise(S, L, L, {.alpha = 1, .self_loops = false});
  CHECK(same(without, bits({"10", "01", "01", "01"})));
  // Its own 01 makes both votes even, two against two: sgn(0) decides.
  CHECK(same(regularise(S, L, L, {1, true, +1}).row(0), bits({"11"})));
  CHECK(same(regularise(S, L, L, {1, true, -1}).row(0), bits({"00"})));
}

TEST_CASE("grh: the anchor weighs against the neighbours as 1 - alpha against alpha") {
  // Nine neighbours, five of them 0: their mean is -1/9, which alpha = .9 makes exactly as heavy as
  // the anchor's +1. A little more, or less, decides.
  std::vector<std::vector<std::uint32_t>> lists(10);
  for (std::uint32_t j = 1; j < 10; ++j) {
    lists[0].push_back(j);
    lists[j] = {0};
  }
  const NeighbourGraph S = graph(lists);
  const arma::mat L = bits({"0", "0", "0", "0", "0", "0", "1", "1", "1", "1"});
  const arma::mat L_0 = bits({"1", "0", "0", "0", "0", "0", "1", "1", "1", "1"});
  const auto first = [&](const arma::mat& anchor, double alpha, double zero_sign) {
    return regularise(S, L, anchor, {alpha, false, zero_sign})(0, 0);
  };
  CHECK(first(L_0, 0.9, +1) == 1);
  CHECK(first(L_0, 0.9, -1) == -1);
  CHECK(first(L_0, 0.91, +1) == -1);
  CHECK(first(L_0, 0.89, -1) == 1);
  CHECK(first(L, 0.5, +1) == -1);  // the previous bits as anchor
}

TEST_CASE("grh: step A is what the dense product gives") {
  const TrainingSet data = classes(60, 4);
  const arma::mat L = random_bits(60, 7, 1), L_0 = random_bits(60, 7, 2);
  for (const bool self_loops : {false, true}) {
    const arma::mat S = neighbour_matrix(data.S, self_loops);
    const arma::mat y = 0.7 * arma::diagmat(1 / arma::vec(arma::sum(S, 1))) * S * L + 0.3 * L_0;
    REQUIRE(arma::abs(y).min() > 1e-6);  // no even votes, which the test above has
    CHECK(same(regularise(data.S, L, L_0, {0.7, self_loops, 1}), arma::sign(y)));
  }
}

TEST_CASE("grh: alpha = 0 keeps the anchor's bits, no neighbours keep a sample's own") {
  const TrainingSet data = classes(40, 4);
  const arma::mat L = random_bits(40, 9, 1), L_0 = random_bits(40, 9, 2);
  CHECK(same(regularise(data.S, L, L_0, {.alpha = 0}), L_0));
  NeighbourGraph nobody;
  for (int i = 0; i < 40; ++i) nobody.append({});
  for (const bool self_loops : {false, true}) {
    CHECK(same(regularise(nobody, L, L_0, {1, self_loops, 1}), L));
    CHECK(same(regularise(nobody, L, L, {0.6, self_loops, 1}), L));
  }
}

TEST_CASE(
    "grh: with alpha = 1 a class graph gives a class one code, and a second time changes none") {
  const TrainingSet data = classes(61, 4);
  const arma::mat L = random_bits(61, 12, 3);
  const arma::mat once = regularise(data.S, L, L, {.alpha = 1});
  for (arma::uword i = 0; i < 61; ++i) {
    for (const std::uint32_t j : data.S[i]) CHECK(same(once.row(i), once.row(j)));
  }
  CHECK(same(regularise(data.S, once, L, {.alpha = 1}), once));
}

TEST_CASE("grh: more rounds change nothing where one round's SVMs predict a class's code") {
  const TrainingSet data = classes(200, 16);
  for (const std::string svm : {"linear", "rbf", "least-squares", "least-squares-rbf"}) {
    const std::string method = "grh+sbq:smoothing=1,svm=" + svm;
    const arma::fmat one = projected(method + ",rounds=1", data, 8);
    const arma::fmat many = projected(method + ",rounds=20", data, 8);
    CHECK(arma::approx_equal(one, many, "absdiff", 0));
  }
}

TEST_CASE("grh: its SVMs learn the regularised bits of the start, lsh's those of lsh") {
  const TrainingSet data = classes(200, 16);
  const std::vector<std::pair<std::string, std::string>> starts = {
      {"lsh", "lsh+sbq"},
      {"itq", "itq+sbq"},
      {"pca", "pca+sbq"},
      {"sh", "sh+sbq"},
      {"sklsh", "sklsh+sbq"},
      {"itq-cca", "itq-cca+sbq:ridge=1e-3"},
      {"itq-cca,start-ridge=100", "itq-cca+sbq:ridge=100"}};
  for (const auto& entry : starts) {
    CAPTURE(entry.first);
    const auto& [start, alone] = entry;
    const arma::mat L_0 = signs(projected(alone, data, 8));
    const arma::mat target = regularise(data.S, L_0, L_0, {.alpha = 0.3});
    const arma::fmat Y =
        projected("grh+sbq:rounds=1,smoothing=.3," + learns_anything + ",start=" + start, data, 8);
    CHECK(same(signs(Y), target));
  }
  CHECK_FALSE(same(signs(projected(starts[5].second, data, 8)),
                   signs(projected(starts[6].second, data, 8))));
}

TEST_CASE("grh: several rounds are step A several times, on either anchor") {
  const TrainingSet data = sparse_graph(120, 6);
  const arma::mat L_0 = signs(projected("lsh+sbq", data, 8));
  const auto iterated = [&](bool initial, int rounds) {
    arma::mat L = L_0;
    for (int m = 0; m < rounds; ++m) {
      L = regularise(data.S, L, initial ? L_0 : L, {.alpha = 0.6, .self_loops = false});
    }
    return L;
  };
  REQUIRE_FALSE(same(iterated(true, 3), iterated(false, 3)));
  for (const bool initial : {true, false}) {
    CAPTURE(initial);
    for (const int rounds : {1, 2, 3}) {
      CAPTURE(rounds);
      if (rounds > 1) REQUIRE_FALSE(same(iterated(initial, rounds), iterated(initial, rounds - 1)));
      const arma::fmat Y = projected("grh+sbq:smoothing=.6,self-loops=no," + learns_anything +
                                         ",anchor=" + (initial ? "initial" : "previous") +
                                         ",rounds=" + std::to_string(rounds),
                                     data, 8);
      CHECK(same(signs(Y), iterated(initial, rounds)));
    }
  }
}

TEST_CASE("grh: it needs classes where its start does, and says so") {
  TrainingSet data = classes(60, 8);
  data.labels = {};
  for (const char* start : {"lsh", "itq", "pca", "sh", "sklsh"}) {
    const Hasher hasher = make_hasher(std::string("grh+sbq:start=") + start);
    CHECK_FALSE(hasher.projection().needs_labels());
  }
  const std::string method = "grh+sbq:start=itq-cca";
  CHECK(make_hasher(method).projection().needs_labels());
  CHECK(make_hasher(method).projection().supervision() == Supervision::neighbours);
  CHECK(
      error_of([&] { projected(method, data, 4); }).starts_with("grh: learns from classes, but "));
}

TEST_CASE("grh: a price that LIBSVM may not converge with is refused") {
  CHECK(projected("grh+sbq:svm=rbf,price=10000", classes(20, 3), 2).is_finite());
  CHECK(testing::error_of([] { make_hasher("grh+sbq:svm=rbf,price=10001"); }) ==
        "hasher 'grh+sbq:svm=rbf,price=10001': option 'price' = '10001', must be 1e-06 .. 10000");
}

TEST_CASE("grh: classes are told apart far better than by the start, by every kind of SVM") {
  const TrainingSet data = classes(300, 16);
  const double start = separation(projected("lsh+sbq", data, 12), data.S);
  for (const std::string options : {"", ":svm=rbf", ":svm=least-squares", ":svm=least-squares-rbf",
                                    ":smoothing=.9,rounds=2,anchor=previous,zero-sign=-1",
                                    ":bias=yes", ":self-loops=no", ":start=itq"}) {
    CAPTURE(options);
    const double learned = separation(projected("grh+sbq" + options, data, 12), data.S);
    CHECK(learned > 1.5 * start);
  }
}

TEST_CASE("grh: features in another unit make the same bits") {
  TrainingSet data = classes(150, 10);
  for (const std::string svm : {"linear", "rbf", "least-squares", "least-squares-rbf"}) {
    const arma::fmat Y = projected("grh+sbq:svm=" + svm, data, 16);
    TrainingSet scaled = data;
    scaled.X *= 256;  // exact in binary
    const arma::fmat Z = projected("grh+sbq:svm=" + svm, scaled, 16);
    CHECK(arma::abs(Y - Z).max() < 0.02f);
    arma::uword others = 0;
    for (arma::uword i = 0; i < Y.n_elem; ++i) others += (Y[i] > 0) != (Z[i] > 0) ? 1 : 0;
    CHECK(others < Y.n_elem / 100);
  }
}

TEST_CASE("grh: a class of its own each and one class for all are learned from") {
  TrainingSet data = classes(50, 6);
  data.labels.single.assign(50, 0);
  data.S = class_neighbours(data.labels, testing::rows_below(50));
  for (const std::string svm : {"linear", "rbf", "least-squares", "least-squares-rbf"}) {
    // Everybody has the same code: constant bits.
    const arma::fmat Y = projected("grh+sbq:smoothing=1,svm=" + svm, data, 5);
    CHECK(arma::approx_equal(arma::abs(Y), arma::fmat(50, 5, arma::fill::ones), "absdiff", 0));
    CHECK(arma::all(arma::vectorise(arma::range(Y, 0)) == 0));
  }
  NeighbourGraph nobody;
  for (int i = 0; i < 50; ++i) nobody.append({});
  data.S = nobody;
  CHECK(projected("grh+sbq", data, 5).is_finite());
  data.S = {};
  CHECK(error_of([&] {
          projected("grh+sbq", data, 5);
        }).starts_with("grh: neighbour lists for 0 samples"));
}

}  // namespace hashlab::grh_test
