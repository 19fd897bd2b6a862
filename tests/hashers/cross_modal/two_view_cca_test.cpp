#include "hashers/cross_modal/parts/two_view_cca.h"
#include "lib/reuse.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace hashlab::two_view_cca_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::normal_matrix;
using hashlab::testing::small_paired_set;

namespace {

arma::mat doubles(const arma::fmat& X) {
  return arma::conv_to<arma::mat>::from(X);
}

/// X X^T + ridge I.
arma::mat scatter(const arma::fmat& X, double ridge) {
  arma::mat S = doubles(X) * doubles(X).t();
  S.diag() += ridge;
  return S;
}

bool near(const arma::mat& A, const arma::mat& B, double tolerance = 1e-8) {
  return arma::approx_equal(A, B, "absdiff", tolerance);
}

}  // namespace

TEST_CASE("two-view cca: the correlations of six samples are known") {
  const auto cca = two_view_cca(testing::six_pairs(), {1, false}, "test");
  REQUIRE(cca->lambda.n_elem == 2);
  CHECK(cca->lambda[0] * cca->lambda[0] == doctest::Approx(.819185).epsilon(1e-5));
  CHECK(cca->lambda[1] * cca->lambda[1] == doctest::Approx(.561395).epsilon(1e-5));
}

TEST_CASE("two-view cca: directions solve the generalised eigenproblem, at unit length in it") {
  const PairedTrainingSet data = small_paired_set(60, 9, 5);
  for (const double ridge : {1e-4, 1.0, 100.0}) {
    const auto cca = two_view_cca(data, {ridge, false}, "test");
    REQUIRE(cca->pairs.A.n_cols == 5);
    const arma::mat W = cca->T_x * cca->pairs.A, U = cca->T_z * cca->pairs.B,
                    S_x = scatter(data.X, ridge), S_z = scatter(data.Z, ridge),
                    S_xz = doubles(data.X) * doubles(data.Z).t();
    CHECK(near(W.t() * S_x * W, arma::eye(5, 5)));
    CHECK(near(U.t() * S_z * U, arma::eye(5, 5)));
    CHECK(near(W.t() * S_xz * U, arma::diagmat(cca->lambda)));
    const arma::mat left = S_xz * arma::solve(S_z, S_xz.t() * W),
                    right = S_x * W * arma::diagmat(arma::square(cca->lambda));
    CHECK(near(left, right));
    CHECK(near(arma::solve(S_z, S_xz.t() * W), U * arma::diagmat(cca->lambda)));
    CHECK(arma::all(cca->lambda < 1));
    CHECK(cca->lambda.is_sorted("descend"));
    CHECK(near(doubles(data.X).t() * W, cca->X_w.t() * cca->pairs.A));
    CHECK(near(doubles(data.Z).t() * U, cca->Z_w.t() * cca->pairs.B));
  }
}

TEST_CASE("two-view cca: the samples' own means do not matter, functions are 0 on average") {
  const PairedTrainingSet data = small_paired_set(60, 9, 5);
  PairedTrainingSet moved = data;
  moved.X += 3;
  moved.Z.row(1) -= 8;
  const auto cca = two_view_cca(data, {1, false}, "test"),
             of_moved = two_view_cca(moved, {1, false}, "test");
  CHECK(near(of_moved->lambda, cca->lambda, 1e-6));
  CHECK(near(of_moved->X_w, cca->X_w, 1e-6));
  CHECK(near(of_moved->mean_x, cca->mean_x + 3, 1e-6));
  const PairedProjectors on = projectors_on(of_moved->pairs, *of_moved);
  const arma::mat x = doubles(on.x->project(moved.X)), z = doubles(on.z->project(moved.Z));
  CHECK(near(x, of_moved->X_w.t() * of_moved->pairs.A, 1e-5));
  CHECK(near(z, of_moved->Z_w.t() * of_moved->pairs.B, 1e-5));
  CHECK(near(arma::mean(x, 0), arma::zeros(1, 5), 1e-5));
  CHECK(near(arma::mean(z, 0), arma::zeros(1, 5), 1e-5));
}

TEST_CASE("two-view cca: rounding errors of a constant view correlate with nothing") {
  PairedTrainingSet data = small_paired_set(30, 4, 3);
  data.X.fill(.1F);
  CHECK(two_view_cca(data, {1e-12, false}, "test")->lambda.is_empty());
}

TEST_CASE("two-view cca: the correlations are the same from either view") {
  PairedTrainingSet data = small_paired_set(40, 3, 8);
  const arma::vec lambda = two_view_cca(data, {.1, false}, "test")->lambda;
  std::swap(data.X, data.Z);
  CHECK(near(lambda, two_view_cca(data, {.1, false}, "test")->lambda));
}

TEST_CASE("two-view cca: there are as many directions as the smaller view has axes") {
  const auto rank = [](const arma::mat& X, const arma::mat& Z) {
    return two_view_cca(testing::paired(X, Z, {}), {1e-4, false}, "test")->lambda.n_elem;
  };
  const arma::mat X = normal_matrix(6, 30, Rng(1)), Z = normal_matrix(4, 30, Rng(2));
  CHECK(rank(X, Z) == 4);
  CHECK(rank(X.head_rows(1), Z) == 1);
  CHECK(rank(arma::repmat(X.head_rows(2), 3, 1), Z) == 2);
  CHECK(rank(X.head_cols(3), Z.head_cols(3)) == 2);
  CHECK(rank(arma::ones(6, 30), Z) == 0);
  CHECK(rank(X, arma::zeros(4, 30)) == 0);
  CHECK(rank(X.head_cols(1), Z.head_cols(1)) == 0);
}

TEST_CASE("two-view cca: more dimensions are one random turn of both views' directions") {
  const DirectionPairs pairs = two_view_cca(small_paired_set(60, 9, 5), {1, false}, "test")->pairs;
  const DirectionPairs few = spread_pairs(pairs, 3, Rng(1));
  CHECK(near(few.A, pairs.A.head_cols(3), 0));
  CHECK(near(few.B, pairs.B.head_cols(3), 0));
  const DirectionPairs many = spread_pairs(pairs, 12, Rng(1));
  const arma::mat R = pairs.A.t() * many.A;
  CHECK(near(R * R.t(), arma::eye(5, 5)));
  CHECK(near(many.A, pairs.A * R));
  CHECK(near(many.B, pairs.B * R));
  CHECK_FALSE(near(many.A, spread_pairs(pairs, 12, Rng(2)).A, .01));
}

TEST_CASE("two-view cca: directions without correlation are orthogonal while there are some") {
  const TwoViewCca cca = *two_view_cca(small_paired_set(60, 9, 5), {1, false}, "test");
  const DirectionPairs few = completed_pairs(cca.pairs, 4, Rng(1));
  CHECK(near(few.A, cca.pairs.A.head_cols(4), 0));
  CHECK(near(few.B, cca.pairs.B.head_cols(4), 0));
  const DirectionPairs many = completed_pairs(cca.pairs, 12, Rng(1));
  CHECK(near(many.A.head_cols(5), cca.pairs.A, 0));
  CHECK(near(many.B.head_cols(5), cca.pairs.B, 0));
  const arma::mat nine = many.A.head_cols(9);
  CHECK(near(nine.t() * nine, arma::eye(9, 9)));
  CHECK(near(nine.tail_cols(4).t() * cca.X_w * cca.Z_w.t(), arma::zeros(4, 5)));
  CHECK(near(arma::sum(arma::square(many.A), 0), arma::ones(1, 12)));
  CHECK(near(arma::sum(arma::square(many.B), 0), arma::ones(1, 12)));
}

TEST_CASE("two-view cca: it is learned once from the same views and ridge") {
  Reuse reuse(std::size_t{1} << 20);
  PairedTrainingSet data = small_paired_set(30, 4, 3);
  const auto fresh = two_view_cca(data, {1, false}, "test");
  data.reuse = &reuse;
  const auto kept = two_view_cca(data, {1, false}, "test");
  CHECK(near(kept->pairs.A, fresh->pairs.A, 0));
  CHECK(two_view_cca(data, {1, false}, "another") == kept);
  CHECK(two_view_cca(data, {2, false}, "test") != kept);
  data.Z(0, 0) += 1;
  CHECK(two_view_cca(data, {1, false}, "test") != kept);
  CHECK(reuse.counts().found == 1);
}

TEST_CASE("two-view cca: a number that is not finite is refused in the method's name") {
  PairedTrainingSet data = small_paired_set(30, 4, 3);
  data.Z(1, 3) = std::nanf("");
  CHECK(error_of([&] { two_view_cca(data, {1, false}, "test"); }) == Contains("test: "));
}

}  // namespace hashlab::two_view_cca_test
