#include "hashers/projections/graph/sgh.h"

#include "hashers/projections/parts/kernel_map.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>

namespace hashlab::sgh_test {

using namespace hashers;

namespace {

arma::fmat samples(std::size_t n, std::size_t d) {
  arma::fmat X = testing::small_dataset(n, d).features;
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  return X;
}

double widest_rho(const arma::fmat& X) {
  return 2 * static_cast<double>(arma::max(arma::sum(arma::square(X), 0)));
}

arma::mat centred_kernel(const arma::fmat& X, std::size_t m) {
  const KernelMap map{X.head_cols(m), mean_distance_gamma(X.head_cols(m), X)};
  arma::mat K = arma::conv_to<arma::mat>::from(map.features(X)).t();
  K.each_row() -= arma::rowvec(arma::mean(K, 0));
  return K;
}

arma::mat ridged(const arma::mat& K, double ridge) {
  const arma::mat G = K.t() * K;
  return G + ridge * arma::trace(G) / static_cast<double>(K.n_cols) * arma::eye(K.n_cols, K.n_cols);
}

/// The first generalised eigenvector of K^T R K and Z, R being n x n, by a Cholesky factor of Z.
arma::vec dense_direction(const arma::mat& K, const arma::mat& R, const arma::mat& Z) {
  const arma::mat L = arma::chol(Z, "lower");
  const arma::mat inner = arma::solve(arma::trimatl(L), arma::mat(K.t() * R * K));
  const arma::mat C = arma::solve(arma::trimatl(L), arma::mat(inner.t()));
  arma::vec values;
  arma::mat vectors;
  arma::eig_sym(values, vectors, arma::mat((C + C.t()) / 2));
  return arma::solve(arma::trimatu(arma::mat(L.t())), arma::vec(vectors.tail_cols(1)));
}

}  // namespace

TEST_CASE("sgh: the transformed similarity is the exact one within the bound of the chord of exp") {
  const arma::fmat X = samples(80, 7);
  const double rho = widest_rho(X);
  const auto [P, Q] = similarity_factors(X, rho);
  const arma::mat approximate = P.t() * Q;
  const arma::mat x = arma::conv_to<arma::mat>::from(X);
  const double chord = std::sinh(1.0) * std::log(std::sinh(1.0)) + std::cosh(1.0) - std::sinh(1.0);
  double least = 1, most = 0;
  for (arma::uword i = 0; i < 80; ++i) {
    for (arma::uword j = 0; j < 80; ++j) {
      const double exact = 2 * std::exp(-arma::accu(arma::square(x.col(i) - x.col(j))) / rho) - 1;
      const double decay =
          std::exp(-(arma::dot(x.col(i), x.col(i)) + arma::dot(x.col(j), x.col(j))) / rho);
      const double above = (approximate(i, j) - exact) / (2 * decay);
      least = std::min(least, above);
      most = std::max(most, above);
    }
  }
  CHECK(least > -1e-6);
  CHECK(most <= chord + 1e-6);
  CHECK(most > chord / 2);  // the bound is no empty one
}

TEST_CASE("sgh: a similarity worked out by hand") {
  // x = 1 and -1, rho = 2: exponents 1 and -1, where the chord meets exp, so all of it is exact.
  const auto [P, Q] = similarity_factors(arma::fmat{{1.0f, -1.0f}}, 2);
  const arma::mat S = P.t() * Q;
  CHECK(S(0, 0) == doctest::Approx(1));
  CHECK(S(1, 1) == doctest::Approx(1));
  CHECK(S(0, 1) == doctest::Approx(2 * std::exp(-2.0) - 1));
}

TEST_CASE("sgh: directions are those of a computation with the n x n residue") {
  const arma::fmat X = samples(60, 6);
  const arma::mat K = centred_kernel(X, 12);
  const SimilarityFactors S = similarity_factors(X, widest_rho(X));
  const std::size_t bits = 5;
  const arma::uvec order{3, 0, 4, 2, 1};
  const arma::mat W = sequential_directions(K, S, bits, 1e-4, order);

  const arma::mat Z = ridged(K, 1e-4);
  arma::mat R = static_cast<double>(bits) * (S.P.t() * S.Q);
  arma::mat dense(12, bits), H(60, bits, arma::fill::zeros);
  const auto learn_bit = [&](arma::uword t) {
    R += H.col(t) * H.col(t).t();
    dense.col(t) = dense_direction(K, R, Z);
    H.col(t) = signs(K * dense.col(t));
    R -= H.col(t) * H.col(t).t();
  };
  for (arma::uword t = 0; t < bits; ++t) learn_bit(t);
  const arma::mat first_pass = H;
  for (const arma::uword t : order) learn_bit(t);

  for (arma::uword t = 0; t < bits; ++t) {
    const arma::vec ours = K * W.col(t), theirs = K * dense.col(t);
    const double same = arma::norm(ours - theirs), turned = arma::norm(ours + theirs);
    CHECK(std::min(same, turned) < 1e-6 * arma::norm(theirs));
  }
  CHECK(arma::any(arma::vectorise(first_pass != H)));  // the second pass had something to do
}

TEST_CASE(
    "sgh: directions have unit length in Z, and the last is the best for what the others leave") {
  const arma::fmat X = samples(90, 8);
  const arma::mat K = centred_kernel(X, 20), Z = ridged(K, 1e-6);
  const SimilarityFactors S = similarity_factors(X, widest_rho(X));
  const std::size_t bits = 8;
  const arma::uvec order = arma::regspace<arma::uvec>(0, bits - 1);
  const arma::mat W = sequential_directions(K, S, bits, 1e-6, order);
  CHECK(arma::abs(arma::diagvec(W.t() * Z * W) - 1).max() < 1e-8);

  const arma::mat H = signs(K * W).eval().head_cols(bits - 1);
  const arma::mat A = K.t() * (static_cast<double>(bits) * (S.P.t() * S.Q) - H * H.t()) * K;
  const double best = arma::dot(W.col(bits - 1), A * W.col(bits - 1));
  CHECK(arma::norm(A * W.col(bits - 1) - best * Z * W.col(bits - 1)) < 1e-6 * arma::norm(A));
  Rng rng(1);
  for (int trial = 0; trial < 200; ++trial) {
    arma::vec w(20);
    for (double& v : w) v = rng.normal();
    CHECK(arma::dot(w, A * w) / arma::dot(w, Z * w) <= best * (1 + 1e-9));
  }
}

TEST_CASE(
    "sgh: clusters in a few of many noisy features stay together, better than by hyperplanes") {
  Rng rng(4);
  constexpr arma::uword n = 300, classes = 10;
  arma::fmat centres(50, classes, arma::fill::zeros), X(50, n);
  for (float& v : centres.head_rows(6)) v = static_cast<float>(3 * rng.normal());
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword f = 0; f < 50; ++f) {
      X(f, i) = centres(f, i % classes) + static_cast<float>(rng.normal());
    }
  }
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  /// The share of the ten nearest codes that are of the same cluster.
  const auto precision = [&](const std::string& name) {
    const arma::fmat Y = make_hasher(name).projection().learn({X, {}}, 16, Rng(1))->project(X);
    const arma::mat B = signs(arma::conv_to<arma::mat>::from(Y));
    arma::mat agreement = B * B.t();
    agreement.diag().fill(-100);
    double same = 0;
    for (arma::uword i = 0; i < n; ++i) {
      const arma::uvec order = arma::stable_sort_index(agreement.col(i), "descend");
      for (const arma::uword j : order.head(10)) same += j % classes == i % classes ? 1 : 0;
    }
    return same / (10.0 * n);
  };
  const double random = precision("lsh+sbq"), ours = precision("sgh+sbq");
  MESSAGE("precision at 10: lsh " << random << ", sgh " << ours);
  CHECK(ours > 1.3 * random);
}

TEST_CASE("sgh: the projection's mean over the training samples is zero") {
  const arma::fmat X = samples(200, 10);
  const arma::fmat Y =
      make_hasher("sgh+sbq:anchors=40").projection().learn({X, {}}, 16, Rng(1))->project(X);
  const arma::frowvec mean = arma::mean(Y, 0), spread = arma::stddev(Y, 0);
  CHECK(arma::max(arma::abs(mean) / spread) < 1e-3f);
}

TEST_CASE("sgh: automatic rho is 2 max |x|^2, automatic gamma 1 / (2 mean squared distance)") {
  const arma::fmat X = samples(80, 6);
  double distances = 0;  // every sample is an anchor
  for (arma::uword i = 0; i < 80; ++i) {
    for (arma::uword j = 0; j < 80; ++j) {
      distances += arma::accu(arma::square(arma::conv_to<arma::vec>::from(X.col(i) - X.col(j))));
    }
  }
  const auto learn = [&](const std::string& options) {
    return make_hasher("sgh+sbq:anchors=80,ridge=0.01" + options)
        .projection()
        .learn({X, {}}, 6, Rng(1))
        ->project(X);
  };
  const std::string rho = ",rho=" + fmt::format("{:.17g}", widest_rho(X)),
                    gamma = ",gamma=" + fmt::format("{:.17g}", 80 * 80 / (2 * distances));
  const arma::fmat Y = learn("");
  const float near = 1e-3f * arma::abs(Y).max();
  CHECK(arma::approx_equal(Y, learn(rho), "absdiff", near));
  CHECK(arma::approx_equal(Y, learn(gamma), "absdiff", near));
  CHECK_FALSE(arma::approx_equal(Y, learn(",rho=1e3"), "absdiff", near));
  CHECK_FALSE(arma::approx_equal(Y, learn(",gamma=1e-2"), "absdiff", near));
}

TEST_CASE("sgh: an eigenvector's largest entry is positive") {
  arma::mat V = {{1, -1, 2}, {-3, 1, 1}, {2, 0, -2}};
  make_largest_entries_positive(V);
  CHECK(arma::approx_equal(V, arma::mat{{-1, 1, 2}, {3, -1, 1}, {-2, 0, -2}}, "absdiff", 0));
}

TEST_CASE("sgh: samples all alike, more bits than anchors and huge features are met") {
  const arma::fmat same(6, 20, arma::fill::ones);
  const auto learn = [](const char* name, const arma::fmat& X) {
    return make_hasher(name).projection().learn({X, {}}, 12, Rng(1))->project(X);
  };
  CHECK(learn("sgh+sbq", same).is_finite());
  CHECK(learn("sgh+sbq:anchors=3", samples(50, 6)).is_finite());
  CHECK(testing::error_of([&] { learn("sgh+sbq", samples(50, 6) * 1e30f); }) ==
        testing::Contains("is no finite number"));
  arma::fmat bad = samples(50, 6);
  bad(2, 7) = arma::fdatum::nan;
  CHECK(testing::error_of([&] { learn("sgh+sbq:gamma=1,rho=1", bad); }) ==
        testing::Contains("sgh: a kernel value is no finite number"));
}

}  // namespace hashlab::sgh_test
