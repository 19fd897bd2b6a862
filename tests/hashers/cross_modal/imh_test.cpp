#include "hashers/cross_modal/imh_steps.h"
#include "hashers/registry.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab::imh_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

// Whole numbers: centred ones would round distances that tie.
const arma::fmat six_x = {{2, 1, 3, 0, 1, 0}, {0, 1, 1, 2, 3, 2}, {1, 0, 1, 3, 2, 4}},
                 six_z = {{1, 2, 2, 0, 1, -1}, {0, 1, -1, 2, 4, 3}};

using Numbers = std::vector<std::uint32_t>;
Numbers list(const NeighbourGraph& S, std::size_t i) {
  return {S[i].begin(), S[i].end()};
}

/// The Laplacian of (S + S^T) / 2.
arma::mat laplacian(const arma::fmat& X, std::size_t k) {
  const NeighbourGraph graph = imh_neighbours(X, k);
  arma::mat S(X.n_cols, X.n_cols, arma::fill::zeros);
  for (std::size_t i = 0; i < X.n_cols; ++i) {
    for (const std::uint32_t j : graph[i]) S(i, j) = 1;
  }
  S = (S + S.t()) / 2;
  return arma::mat(arma::diagmat(arma::sum(S, 1))) - S;
}

/// What one dimension f adds to the objective, of views that are centred already.
double objective(const PairedTrainingSet& data, const ImhSettings& settings, const arma::vec& f) {
  double sum = 0;
  for (const arma::fmat* view : {&data.X, &data.Z}) {
    const arma::mat X = arma::conv_to<arma::mat>::from(*view);
    const arma::vec w = imh_ridge(*view, f, settings.beta);
    sum += settings.lambda * arma::dot(f, laplacian(*view, settings.neighbours) * f) +
           arma::accu(arma::square(X.t() * w - f)) + settings.beta.number * arma::dot(w, w);
  }
  return sum;
}

}  // namespace

TEST_CASE("imh: neighbours are the nearest, the first of equally near ones, and not the sample") {
  const NeighbourGraph x = imh_neighbours(six_x, 2), z = imh_neighbours(six_z, 2);
  CHECK(list(x, 0) == Numbers{1, 2});
  CHECK(list(x, 1) == Numbers{0, 2});
  CHECK(list(x, 4) == Numbers{3, 5});
  CHECK(list(z, 3) == Numbers{0, 5});  // 0, 1 and 4 are equally near
  CHECK(list(z, 4) == Numbers{3, 5});
  CHECK(list(imh_neighbours(six_x, 100), 2) == Numbers{0, 1, 3, 4, 5});
  CHECK(list(imh_neighbours(arma::fmat(2, 4, arma::fill::zeros), 2), 3) == Numbers{0, 1});
  CHECK(list(imh_neighbours(six_x.head_cols(1), 3), 0).empty());
}

TEST_CASE("imh: known eigenvalues, weights and bits of six samples") {
  const ImhSettings settings{2, {1, false}, 1};
  const ImhEmbedding embedding = imh_embedding(six_x, six_z, settings);
  REQUIRE(embedding.values.n_elem == 5);
  CHECK(embedding.values[0] == Approx(.520354).epsilon(2e-6));
  CHECK(embedding.values[1] == Approx(5.923908).epsilon(1e-7));
  CHECK(embedding.values[2] == Approx(7.168850).epsilon(1e-7));
  const arma::mat W = arma::abs(imh_ridge(six_x, embedding.F.col(0), {1, false}));
  CHECK(W[0] == Approx(.087549).epsilon(1e-5));
  CHECK(W[1] == Approx(.167420).epsilon(1e-5));
  CHECK(W[2] == Approx(.136269).epsilon(1e-5));

  const PairedTrainingSet data{six_x, six_z, {}};
  const PairedProjectors learned = testing::learn(
      cross_modal::imh(), {{"neighbours", "2"}, {"ridge", "1"}, {"graph-weight", "1"}}, data, 3);
  for (const arma::fmat& Y :
       {learned.x->project(data.X), learned.z->project(data.Z), learned.of_training}) {
    for (const arma::uword i : {1u, 2u}) CHECK((Y(i, 0) > 0) == (Y(0, 0) > 0));
    for (const arma::uword i : {3u, 4u, 5u}) CHECK((Y(i, 0) > 0) != (Y(0, 0) > 0));
  }
}

TEST_CASE("imh: dimensions are orthonormal, of sum 0, and cost what their eigenvalues say") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 3);
  for (const ImhSettings& settings :
       {ImhSettings{3, {1e-3, false}, 1e3}, ImhSettings{10, {1, false}, 0.1},
        ImhSettings{1, {100, false}, 0}}) {
    const auto [values, F] = imh_embedding(data.X, data.Z, settings);
    REQUIRE(F.n_cols == 39);
    CHECK(arma::abs(F.t() * F - arma::eye(39, 39)).max() < 1e-10);
    CHECK(arma::abs(arma::sum(F, 0)).max() < 1e-8);
    CHECK(values.is_sorted());
    for (const arma::uword k : {0u, 5u, 20u, 38u}) {
      CHECK(objective(data, settings, F.col(k)) == Approx(values[k]).epsilon(1e-6));
    }
  }
}

TEST_CASE("imh: no other centred direction costs less than the first dimension") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 3);
  const ImhSettings settings{3, {1, false}, 1};
  const ImhEmbedding embedding = imh_embedding(data.X, data.Z, settings);
  Rng draw(2);
  for (int times = 0; times < 20; ++times) {
    arma::vec f = embedding.F.col(0);
    for (double& x : f) x += 0.1 * draw.normal();
    f = arma::normalise(f - arma::mean(f));
    CHECK(objective(data, settings, f) > embedding.values[0]);
  }
}

TEST_CASE("imh: the ridge regression is where its gradient vanishes, centred or not") {
  const PairedTrainingSet data = testing::small_paired_set(30, 6, 3);
  const arma::mat X = arma::conv_to<arma::mat>::from(data.X),
                  F = testing::normal_matrix(30, 4, Rng(1));
  for (const double beta : {1e-6, 1.0, 1e4}) {
    const arma::mat W = imh_ridge(data.X, F, {beta, false});
    CHECK(arma::abs(X * (X.t() * W - F) + beta * W).max() < 1e-5);  // floats are centred to 1e-7
    CHECK(arma::approx_equal(imh_ridge(data.X + 3, F, {beta, false}), W, "both", 1e-5, 1e-4));
  }
}

TEST_CASE("imh: a bit parts the training samples evenly, of each view and of the embedding") {
  const PairedTrainingSet data = testing::small_paired_set(60, 8, 5);
  const PairedProjectors learned = testing::learn(cross_modal::imh(), {}, data, 12);
  CHECK(learned.joint == nullptr);
  for (const arma::fmat& Y :
       {learned.x->project(data.X), learned.z->project(data.Z), learned.of_training}) {
    CHECK(Y.n_rows == 60);
    for (arma::uword k = 0; k < 12; ++k) CHECK(arma::accu(Y.col(k) > 0) == 30);
  }
}

TEST_CASE("imh: bits of both views agree for samples of a class") {
  const PairedTrainingSet data = testing::small_paired_set(120, 10, 8);
  const PairedProjectors learned = testing::learn(cross_modal::imh(), {{"ridge", "10"}}, data, 3);
  CHECK(testing::agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z),
                                      data.labels) > 0.3);
}

TEST_CASE("imh: every option changes what is learned, and the stream does not") {
  const PairedTrainingSet data = testing::small_paired_set(50, 6, 4);
  const auto projected = [&](const std::string& option, const std::string& value) {
    return testing::learn(cross_modal::imh(), {{option, value}}, data, 6).x->project(data.X);
  };
  const arma::fmat usual = projected("neighbours", "3");
  CHECK(arma::approx_equal(cross_modal::imh()->learn(data, 6, Rng(9)).x->project(data.X), usual,
                           "absdiff", 0));
  for (const auto& [option, value] : std::map<std::string, std::string>{
           {"neighbours", "5"}, {"ridge", "10"}, {"graph-weight", "0.1"}}) {
    CHECK_FALSE(arma::approx_equal(projected(option, value), usual, "absdiff", 1e-4F));
  }
}

TEST_CASE("imh: fewer dimensions are the first of more, also of what was kept") {
  Reuse reuse(1 << 20);
  PairedTrainingSet data = testing::small_paired_set(50, 6, 4);
  const arma::fmat most = testing::learn(cross_modal::imh(), {}, data, 20).z->project(data.Z);
  data.reuse = &reuse;
  for (const std::size_t dims : {3u, 20u}) {
    const arma::fmat Y = testing::learn(cross_modal::imh(), {}, data, dims).z->project(data.Z);
    CHECK(arma::approx_equal(Y > 0, most.head_cols(dims) > 0, "absdiff", 0));
  }
  CHECK(reuse.counts().made == 1);
  CHECK(reuse.counts().found == 1);
  testing::learn(cross_modal::imh(), {{"graph-weight", "2"}}, data, 3);
  CHECK(reuse.counts().made == 2);
}

TEST_CASE("imh: little to learn from ends in finite projections, or is refused") {
  CHECK(testing::faults_on_degenerate_pairs(cross_modal::imh, 8) == "");
  CHECK(cross_modal::imh()->max_dimensions(3, 2, 6) == 5);
  CHECK(cross_modal::imh()->max_dimensions(3, 2, 0) == 0);
  const PairedTrainingSet data = testing::six_pairs();
  CHECK(error_of([&] { cross_modal::imh()->learn(data, 6, Rng(1)); }) ==
        Contains("imh: 6 training samples, expected more than the 6 hash dimensions"));
  CHECK(testing::refusals_of_infinite_features(cross_modal::imh) ==
        Contains("imh: a training sample holds a number that is not finite"));
}

TEST_CASE("imh: features of any scale are learned from") {
  const PairedTrainingSet usual = testing::small_paired_set(40, 12, 5);
  for (const float scale : {1e-30f, 1e-12f, 1e12f, 1e30f}) {
    PairedTrainingSet data = usual;
    data.X *= scale;
    data.Z *= scale;
    const PairedProjectors learned = testing::learn(cross_modal::imh(), {}, data, 20);
    CHECK(learned.x->project(data.X).is_finite());
    CHECK(learned.z->project(data.Z).is_finite());
  }
}

}  // namespace hashlab::imh_test
