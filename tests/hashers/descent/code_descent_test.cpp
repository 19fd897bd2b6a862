#include "hashers/descent/code_descent.h"
#include "hashers/descent/adam.h"
#include "hashers/descent/soft_precision.h"
#include "tests/support/normal_matrix.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace hashlab::code_descent_test {

using namespace hashers;
using hashlab::testing::normal_matrix;

namespace {

double precision_of(const arma::mat& A, const arma::mat& R, double slope, std::size_t levels,
                    const std::string& precision) {
  const arma::mat U = arma::tanh(slope * A), S = U * U.t() / static_cast<double>(A.n_cols);
  return precision == "pooled" ? soft_precision_pooled(S, R, levels).value
                               : soft_precision_by_query(S, R, levels).value;
}

}  // namespace

TEST_CASE("code descent: the slope by values is what small differences say") {
  const arma::mat A = normal_matrix(10, 4, Rng(1));
  arma::mat R = arma::floor(arma::abs(normal_matrix(10, 10, Rng(2))));
  R = arma::clamp(R + R.t(), 0, 1);
  for (const std::string precision : {"query", "pooled"}) {
    const arma::mat up = precision_by_values(A, R, 1.5, 7, precision);
    for (arma::uword k = 0; k < A.n_elem; ++k) {
      constexpr double step = 1e-6;
      arma::mat more = A, less = A;
      more[k] += step;
      less[k] -= step;
      const double difference =
          (precision_of(more, R, 1.5, 7, precision) - precision_of(less, R, 1.5, 7, precision)) /
          (2 * step);
      CHECK(up[k] == doctest::Approx(difference).epsilon(1e-5).scale(0.01));
    }
  }
}

TEST_CASE(
    "code descent: each step has its own rows, a steeper slope, and in the end a lower rate") {
  const CodeDescent descent{10, 8, 0.5, 2, 20, "query"};
  std::vector<std::vector<arma::uword>> drawn;
  std::vector<double> slopes, rates;
  const auto note = [&](const arma::uvec& rows, double slope, double rate) {
    drawn.emplace_back(rows.begin(), rows.end());
    slopes.push_back(slope);
    rates.push_back(rate);
  };
  descend(descent, 20, Rng(3), "test", {}, note);
  REQUIRE(drawn.size() == 10);
  for (const auto& rows : drawn) {
    const std::set<arma::uword> different(rows.begin(), rows.end());
    CHECK(different.size() == 8);
    CHECK(*different.rbegin() < 20);
  }
  CHECK(drawn[0] != drawn[1]);
  for (std::size_t t = 1; t < 10; ++t) CHECK(slopes[t] > slopes[t - 1]);
  CHECK(slopes.back() == doctest::Approx(20));
  CHECK(rates.front() == 0.5);
  CHECK(rates.back() == doctest::Approx(0.01));

  const auto before = drawn;
  drawn.clear();
  descend(descent, 20, Rng(3), "test", {}, note);
  CHECK(drawn == before);
}

TEST_CASE("code descent: a batch of more than all rows is all of them") {
  std::size_t calls = 0;
  descend({3, 100, 0.1, 1, 2, "query"}, 5, Rng(3), "test", {},
          [&](const arma::uvec& rows, double, double) {
            ++calls;
            CHECK(rows.n_elem == 5);
          });
  CHECK(calls == 3);
}

TEST_CASE("adam: it walks down a bowl that is a thousand times steeper one way") {
  const arma::mat steepness{1, 1000};
  arma::mat x{3, -2};
  Adam adam(arma::size(x));
  adam.step(x, steepness % x, 0.1);
  // The first step is as long as the rate, whatever the gradient.
  CHECK(x[0] == doctest::Approx(2.9));
  CHECK(x[1] == doctest::Approx(-1.9));
  for (std::size_t t = 2; t <= 400; ++t) adam.step(x, steepness % x, 0.1 * falling_rate(t, 400));
  CHECK(arma::abs(x).max() < 0.02);
}

}  // namespace hashlab::code_descent_test
