#include "hashers/projections/supervised/lda_hash.h"
#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::lda_hash_test {

using namespace hashers;

namespace {

/// Samples of make_lda_hash.py: 18 of 4 features in classes of 7, 7 and 4.
TrainingSet small_case() {
  TrainingSet data{arma::fmat(4, 18), {}, {}};
  for (int i = 0; i < 18; ++i) {
    const int y = i < 12 ? i % 3 : i % 2;
    for (int j = 0; j < 4; ++j) {
      data.X(static_cast<arma::uword>(j), static_cast<arma::uword>(i)) =
          static_cast<float>((5 * i * i + 2 * j * i + 3 * j * j) % 13 - 6 + (j == 1 ? 3 * y : 0));
    }
    data.labels.single.push_back(y);
  }
  data.S = class_neighbours(data.labels, testing::rows_below(18));
  return data;
}

bool neighbours(const NeighbourGraph& S, std::size_t i, std::size_t j) {
  return std::binary_search(S[i].begin(), S[i].end(), static_cast<std::uint32_t>(j));
}

/// The sum of both error rates of threshold t, pair by pair.
double errors_of(float t, const std::vector<float>& y, const NeighbourGraph& S) {
  double wrong[2] = {0, 0}, pairs[2] = {0, 0};
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool positive = neighbours(S, i, j), separated = (y[i] > t) != (y[j] > t);
      ++pairs[positive ? 1 : 0];
      wrong[positive ? 1 : 0] += positive == separated ? 1 : 0;
    }
  }
  return wrong[0] / pairs[0] + wrong[1] / pairs[1];
}

/// Columns up to their sign: that of the component of largest magnitude is positive.
arma::mat oriented(arma::mat W) {
  for (arma::uword k = 0; k < W.n_cols; ++k) {
    if (W(arma::index_max(arma::abs(W.col(k))), k) < 0) W.col(k) *= -1;
  }
  return W;
}

arma::mat directions(const std::string& hasher, const TrainingSet& data, std::size_t dims) {
  return oriented(make_hasher(hasher).projection().learn(data, dims, Rng(1))->state().at("W"));
}

/// Classes of 20 to 40 samples that differ in feature 3 alone, which varies little.
TrainingSet hidden_classes() {
  Rng rng(5);
  TrainingSet data{arma::fmat(8, 90), {}, {}};
  for (arma::uword i = 0; i < 90; ++i) {
    const int y = i < 40 ? 0 : i < 70 ? 1 : 2;
    for (arma::uword j = 0; j < 8; ++j) data.X(j, i) = static_cast<float>(10 * rng.normal());
    data.X(3, i) = static_cast<float>(y) + data.X(3, i) / 100;
    data.labels.single.push_back(y);
  }
  data.X.each_col() -= arma::fvec(arma::mean(data.X, 1));
  data.S = class_neighbours(data.labels, testing::rows_below(90));
  return data;
}

}  // namespace

TEST_CASE("lda-hash: covariances of pairs are the sums over all pairs") {
  const TrainingSet data = small_case();
  const arma::mat X = arma::conv_to<arma::mat>::from(data.X);
  arma::mat sums[2] = {arma::mat(4, 4, arma::fill::zeros), arma::mat(4, 4, arma::fill::zeros)};
  double pairs[2] = {0, 0};
  for (arma::uword i = 0; i < 18; ++i) {
    for (arma::uword j = 0; j < i; ++j) {
      const arma::vec difference = X.col(i) - X.col(j);
      const std::size_t kind = neighbours(data.S, i, j) ? 1 : 0;
      sums[kind] += difference * difference.t();
      ++pairs[kind];
    }
  }
  const auto [positive, negative] = pair_covariances(X, data.S);
  CHECK(arma::abs(positive - sums[1] / pairs[1]).max() <= 1e-10);
  CHECK(arma::abs(negative - sums[0] / pairs[0]).max() <= 1e-10);
  // make_lda_hash.py says the same.
  CHECK(arma::trace(positive) == doctest::Approx(132.41666666666669));
  CHECK(arma::trace(negative) == doctest::Approx(137.88571428571427));
}

TEST_CASE("lda-hash: directions are those of an independent generalised eigenproblem") {
  const TrainingSet data = small_case();
  const arma::mat lda = {{0.50335601, 0.70820053, -0.34929464, -0.35082472},
                         {0.11138152, 0.14967801, -0.28714166, 0.93954261},
                         {0.21417858, 0.51890428, 0.82542007, 0.05956163},
                         {0.89717886, -0.31797139, 0.24803753, -0.18011574}};
  CHECK(arma::abs(directions("lda-hash+sbq", data, 4) - lda.t()).max() <= 1e-6);
  const arma::mat dif = {{0.48076564, 0.71571212, -0.37094591, -0.34499231},
                         {0.7336391, -0.33489363, 0.53628805, -0.24902821}};
  CHECK(arma::abs(directions("lda-hash+sbq:variant=dif,weight=2", data, 2) - dif.t()).max() <=
        1e-6);
}

TEST_CASE("lda-hash: a threshold has the fewest errors of all, by trying every one") {
  Rng rng(11);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t n = 3 + rng.below(15), classes = 2 + rng.below(3);
    Labels labels;
    std::vector<float> y;
    for (std::size_t i = 0; i < n; ++i) {
      labels.single.push_back(static_cast<int>(i < classes ? i : rng.below(classes)));
      y.push_back(static_cast<float>(rng.below(8)));  // with ties
    }
    labels.single.back() = 0;  // a pair of neighbours
    if (std::count(y.begin(), y.end(), y.front()) == static_cast<std::ptrdiff_t>(n)) continue;
    if (std::count(labels.single.begin(), labels.single.end(), 0) ==
        static_cast<std::ptrdiff_t>(n)) {
      continue;
    }
    const NeighbourGraph S = class_neighbours(labels, testing::rows_below(n));
    const Threshold best = best_threshold(y, S);
    const auto [low, high] = std::minmax_element(y.begin(), y.end());
    double least = std::numeric_limits<double>::infinity();
    for (float t = *low; t < *high; t += 0.5f) least = std::min(least, errors_of(t, y, S));
    CHECK(best.errors == doctest::Approx(least));
    CHECK(errors_of(best.t, y, S) == doctest::Approx(least));
  }
}

TEST_CASE("lda-hash: a threshold lies between neighbouring values, also if no float does") {
  Labels labels;
  labels.single = {0, 0, 1, 1};
  const NeighbourGraph S = class_neighbours(labels, testing::rows_below(4));
  CHECK(best_threshold(std::vector<float>{1, 2, 5, 9}, S).t == 3.5f);
  CHECK(best_threshold(std::vector<float>{1, 2, 5, 9}, S).errors == 0);
  const float next = std::nextafter(1.0f, 2.0f), after = std::nextafter(next, 2.0f);
  for (const auto& [low, high] : {std::pair{1.0f, next}, std::pair{next, after}}) {
    const float t = best_threshold(std::vector<float>{low, low, high, high}, S).t;
    CHECK(low <= t);
    CHECK(t < high);
  }
  const Threshold alike = best_threshold(std::vector<float>{4, 4, 4, 4}, S);
  CHECK(alike.t == 4);
  CHECK(alike.errors == 1);
}

TEST_CASE("lda-hash: sign bits of training samples are those that the thresholds were chosen for") {
  const TrainingSet data = small_case();
  const auto projector = make_hasher("lda-hash+sbq").projection().learn(data, 4, Rng(1));
  const arma::fmat Y = projector->project(data.X);
  const ProjectorState state = projector->state();
  arma::fmat plain = data.X.t() * arma::conv_to<arma::fmat>::from(state.at("W"));
  for (arma::uword k = 0; k < 4; ++k) {
    const std::vector<float> y(plain.begin_col(k), plain.end_col(k));
    const Threshold best = best_threshold(y, data.S);
    CHECK(static_cast<double>(best.t) == -state.at("b")(k, 0));
    for (arma::uword i = 0; i < 18; ++i) CHECK((Y(i, k) > 0) == (y[i] > best.t));
  }
}

TEST_CASE("lda-hash: a direction that classes hide in is found and cut between them") {
  const TrainingSet data = hidden_classes();
  const arma::fmat lda =
      make_hasher("lda-hash+sbq").projection().learn(data, 1, Rng(1))->project(data.X);
  const arma::fmat itq =
      make_hasher("itq+sbq").projection().learn(data, 1, Rng(1))->project(data.X);
  const auto errors = [&](const arma::fmat& Y) {
    return errors_of(0, std::vector<float>(Y.begin(), Y.end()), data.S);
  };
  CHECK(errors(lda) < 0.5);
  CHECK(errors(itq) > 0.8);
}

TEST_CASE("lda-hash: a ridge turns it from directions that fit few samples by chance") {
  // 20 samples of 30 features of noise, but feature 0 tells the two classes apart.
  Rng rng(12);
  TrainingSet data{arma::fmat(30, 20), {}, {}};
  for (float& x : data.X) x = static_cast<float>(rng.normal());
  for (arma::uword i = 0; i < 20; ++i) {
    data.labels.single.push_back(static_cast<int>(i % 2));
    data.X(0, i) = (i % 2 == 0 ? -3.0f : 3.0f) + data.X(0, i);
  }
  data.X.each_col() -= arma::fvec(arma::mean(data.X, 1));
  data.S = class_neighbours(data.labels, testing::rows_below(20));
  const auto part = [&](const std::string& hasher) {
    return std::abs(directions(hasher, data, 1)(0, 0));
  };
  CHECK(part("lda-hash+sbq:ridge=1") > 0.8);
  CHECK(part("lda-hash+sbq:ridge=1") > part("lda-hash+sbq"));
}

TEST_CASE("lda-hash: no neighbours, or nothing but neighbours, is refused in one line") {
  TrainingSet data = small_case();
  const auto learn = [&] { make_hasher("lda-hash+sbq").projection().learn(data, 2, Rng(1)); };
  data.labels.single.assign(18, 0);
  data.S = class_neighbours(data.labels, testing::rows_below(18));
  CHECK(testing::error_of(learn) ==
        "lda-hash: all pairs of 18 training samples are neighbours, expected some but not all: use "
        "other training samples or another ground truth");
  data.S = {};
  for (int i = 0; i < 18; ++i) data.S.append({});
  CHECK(testing::error_of(learn).starts_with("lda-hash: no pairs of 18 training samples are "));
}

TEST_CASE("lda-hash: features so large that a projection is no float are refused") {
  TrainingSet data{arma::fmat(4, 4), {}, {}};
  data.X.head_cols(2).fill(3e38f);
  data.X.tail_cols(2).fill(-3e38f);
  data.labels.single = {0, 0, 1, 1};
  data.S = class_neighbours(data.labels, testing::rows_below(4));
  const auto learn = [&] { make_hasher("lda-hash+sbq").projection().learn(data, 1, Rng(1)); };
  CHECK(testing::error_of(learn) ==
        "lda-hash: a projected training sample is not finite, expected finite numbers: scale the "
        "features down");
}

TEST_CASE("lda-hash: features without variance give columns of zeros beyond the others") {
  TrainingSet data = small_case();
  data.X.rows(2, 3).fill(1);
  const arma::mat W = directions("lda-hash+sbq", data, 4);
  CHECK(arma::abs(W.cols(2, 3)).max() == 0);
  CHECK(arma::abs(W.rows(2, 3)).max() <= 1e-6);
  CHECK(arma::norm(W.col(0)) == doctest::Approx(1));
}

}  // namespace hashlab::lda_hash_test
