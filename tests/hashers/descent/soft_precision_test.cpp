#include "hashers/descent/soft_precision.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace hashlab::soft_precision_test {

using namespace hashers;

namespace {

constexpr arma::uword samples = 12;

arma::mat random_between(double low, double high, Rng rng) {
  arma::mat M(samples, samples);
  for (double& x : M) x = low + (high - low) * rng.uniform();
  return M;
}

using Precision = SoftPrecision (*)(const arma::mat&, const arma::mat&, std::size_t);

void check_gradient(Precision precision, const arma::mat& R) {
  const arma::mat S = random_between(-0.95, 0.95, Rng(5));
  constexpr std::size_t levels = 9;
  constexpr double step = 1e-6;
  const SoftPrecision at = precision(S, R, levels);
  for (arma::uword k = 0; k < S.n_elem; ++k) {
    arma::mat more = S, less = S;
    more[k] += step;
    less[k] -= step;
    const double difference =
        (precision(more, R, levels).value - precision(less, R, levels).value) / (2 * step);
    CHECK(at.gradient[k] == doctest::Approx(difference).epsilon(1e-5).scale(0.01));
  }
}

/// AP of items at whole distances 0 .. bits, each tie read as if an item was the last of it.
double precision_by_hand(const arma::vec& distances, const arma::vec& relevant) {
  double sum = 0;
  for (arma::uword i = 0; i < distances.n_elem; ++i) {
    const arma::uvec within = arma::find(distances <= distances[i]);
    sum += relevant[i] * arma::accu(relevant.elem(within)) / static_cast<double>(within.n_elem);
  }
  return sum / arma::accu(relevant);
}

}  // namespace

TEST_CASE("soft precision: the gradient is what small differences say, for relevance of any size") {
  const arma::mat R = random_between(0, 1, Rng(6)), some = arma::floor(R + 0.3);
  for (const Precision precision : {soft_precision_by_query, soft_precision_pooled}) {
    check_gradient(precision, R);
    check_gradient(precision, some);
  }
}

TEST_CASE("soft precision: of whole distances it is average precision, ties read to their end") {
  constexpr std::size_t bits = 6;
  arma::mat distances = arma::floor(random_between(0, bits + 0.999, Rng(7)));
  const arma::mat S = 1 - 2 * distances / static_cast<double>(bits),
                  R = arma::floor(random_between(0, 1, Rng(8)) + 0.4);
  arma::uvec others(samples - 1);
  double by_query = 0;
  arma::vec all_distances, all_relevant;
  for (arma::uword q = 0; q < samples; ++q) {
    for (arma::uword i = 0, next = 0; i < samples; ++i) {
      if (i != q) others[next++] = i;
    }
    const arma::vec d = arma::vec(distances.col(q)).elem(others),
                    r = arma::vec(R.col(q)).elem(others);
    REQUIRE(arma::accu(r) > 0);
    by_query += precision_by_hand(d, r) / static_cast<double>(samples);
    all_distances = arma::join_cols(all_distances, d);
    all_relevant = arma::join_cols(all_relevant, r);
  }
  CHECK(soft_precision_by_query(S, R, bits + 1).value == doctest::Approx(by_query));
  CHECK(soft_precision_pooled(S, R, bits + 1).value ==
        doctest::Approx(precision_by_hand(all_distances, all_relevant)));
}

TEST_CASE(
    "soft precision: everything relevant in front is 1, nothing relevant is 0 without slope") {
  arma::mat S(samples, samples, arma::fill::value(-1)), R(samples, samples, arma::fill::zeros);
  for (const Precision precision : {soft_precision_by_query, soft_precision_pooled}) {
    CHECK(precision(S, R, 5).value == 0);
    CHECK(arma::abs(precision(S, R, 5).gradient).max() == 0);
  }
  for (arma::uword i = 0; i < samples; ++i) {
    S((i + 1) % samples, i) = 1;
    R((i + 1) % samples, i) = 1;
  }
  for (const Precision precision : {soft_precision_by_query, soft_precision_pooled}) {
    CHECK(precision(S, R, 5).value == doctest::Approx(1));
  }
}

TEST_CASE("soft precision: a query without anything relevant has no part in the mean") {
  const arma::mat S = random_between(-1, 1, Rng(9));
  arma::mat R(samples, samples, arma::fill::zeros);
  R(3, 0) = 1;
  const SoftPrecision one = soft_precision_by_query(S, R, 5);
  CHECK(one.value > 0);
  CHECK(arma::abs(one.gradient.cols(1, samples - 1)).max() == 0);
  CHECK(one.gradient(3, 0) > 0);
}

}  // namespace hashlab::soft_precision_test
