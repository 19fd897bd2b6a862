// Networks: shapes, numbers of parameters, poolings by hand and by identities, and that what is
// applied without LibTorch is what it learned.

#include "hashers/networks/network_projection.h"
#include "hashers/networks/network_settings.h"
#include "hashers/networks/torch/probe.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace hashlab::networks_test {

using namespace hashers;
using namespace hashers::networks;
using doctest::Approx;

namespace {

NetworkSettings bag(const std::string& pool, std::size_t locations) {
  NetworkSettings settings;
  settings.network = "bag";
  settings.pool = pool;
  settings.locations = locations;
  return settings;
}

ProjectorState drawn(const NetworkSettings& settings, std::size_t d, std::size_t K) {
  return initial_network(network_arrays(settings, d, K), Rng(5));
}

arma::mat samples(std::size_t d, std::size_t n) {
  Rng rng = Rng(9).stream("samples");
  arma::mat X(d, n);
  for (double& x : X) x = rng.normal();
  return X;
}

}  // namespace

TEST_CASE("networks: JCF of the published example") {
  NetworkSettings settings = bag("jcf", 1);
  settings.codebook = 2;
  ProjectorState arrays = drawn(settings, 2, 1);
  arrays["jcf.C"] = arma::eye(2, 2);
  // U and V are d x N; an array holds the words one after the other.
  arrays["jcf.U"] = arma::vec{1, 3, 2, 4};
  arrays["jcf.V"] = arma::vec{1, 0, -1, 2};
  const arma::vec x = {.6, .8};
  CHECK(probe_outputs(settings, arrays, x, 1)(0) == Approx(3.090959).epsilon(1e-6));
  // A bag of two locations has the mean; lengths of descriptors do not matter.
  settings.locations = 2;
  const arma::vec twice = {.6, .8, 6, 8};
  CHECK(probe_outputs(settings, arrays, twice, 1)(0) == Approx(3.090959).epsilon(1e-6));
}

TEST_CASE("networks: JCF with one word is rank one, with A = B = I it is not factorised") {
  const arma::mat X = samples(12, 5);
  NetworkSettings one = bag("jcf", 3), rank_one = bag("rank-one", 3);
  one.codebook = 1;
  const ProjectorState arrays = drawn(one, 12, 6);
  const ProjectorState same = {{"rank-one.U", arrays.at("jcf.U")},
                               {"rank-one.V", arrays.at("jcf.V")}};
  CHECK(arma::approx_equal(probe_outputs(one, arrays, X, 6), probe_outputs(rank_one, same, X, 6),
                           "absdiff", 1e-12));
  NetworkSettings plain = bag("jcf", 3), factorised = plain;
  plain.codebook = factorised.codebook = factorised.rank = 4;
  ProjectorState four = drawn(plain, 12, 6);
  const arma::mat direct = probe_outputs(plain, four, X, 6);
  four["jcf.A"] = four["jcf.B"] = arma::eye(4, 4);
  CHECK(arma::approx_equal(probe_outputs(factorised, four, X, 6), direct, "absdiff", 1e-12));
}

TEST_CASE("networks: bilinear pooling with a matrix of rank one is rank-one pooling") {
  const arma::mat X = samples(12, 5);
  const ProjectorState arrays = drawn(bag("rank-one", 3), 12, 6);
  arma::mat W(16, 6);
  for (arma::uword k = 0; k < 6; ++k) {
    W.col(k) = arma::vectorise(
        arma::mat(arrays.at("rank-one.V").col(k) * arrays.at("rank-one.U").col(k).t()));
  }
  CHECK(arma::approx_equal(probe_outputs(bag("bilinear", 3), {{"bilinear.W", W}}, X, 6),
                           probe_outputs(bag("rank-one", 3), arrays, X, 6), "absdiff", 1e-12));
}

TEST_CASE("networks: bilinear pooling with a codebook of two words by hand") {
  NetworkSettings settings = bag("bilinear", 1);
  settings.words = 2;
  ProjectorState arrays = drawn(settings, 2, 1);
  arrays["bilinear.C"] = arma::eye(2, 2);
  // The matrices of the two words, one after the other: the first one gives x_1^2, the second one
  // 2 x_1 x_2.
  arrays["bilinear.W"] = arma::vec{1, 0, 0, 0, 0, 1, 1, 0};
  // With x = (.6, .8), h_1 = 1 / (1 + e^.2), and y = h_1 .36 + h_2 .96.
  const double h_1 = 1 / (1 + std::exp(.2));
  CHECK(probe_outputs(settings, arrays, arma::vec{.6, .8}, 1)(0) ==
        Approx(h_1 * .36 + (1 - h_1) * .96).epsilon(1e-6));
}

TEST_CASE("networks: bilinear pooling with the same matrix for each word needs no codebook") {
  const arma::mat X = samples(12, 5);
  NetworkSettings plain = bag("bilinear", 3), with_words = plain;
  with_words.words = 3;
  const ProjectorState one = drawn(plain, 12, 6);
  ProjectorState three = drawn(with_words, 12, 6);
  three["bilinear.W"] = arma::repmat(one.at("bilinear.W"), 3, 1);
  CHECK(arma::approx_equal(probe_outputs(with_words, three, X, 6), probe_outputs(plain, one, X, 6),
                           "absdiff", 1e-12));
}

TEST_CASE("networks: pooling does not see the order of local descriptors") {
  const arma::mat X = samples(12, 5);
  const arma::mat moved = arma::join_cols(X.rows(8, 11), X.rows(0, 7));
  for (const char* pool : {"average", "gem", "bilinear", "rank-one", "jcf"}) {
    CAPTURE(pool);
    const NetworkSettings settings = bag(pool, 3);
    const ProjectorState arrays = drawn(settings, 12, 6);
    CHECK(arma::approx_equal(probe_outputs(settings, arrays, X, 6),
                             probe_outputs(settings, arrays, moved, 6), "absdiff", 1e-12));
  }
}

TEST_CASE("networks: generalised means by hand") {
  NetworkSettings settings = bag("gem", 4);
  ProjectorState arrays = {
      {"gem.p", arma::vec{3}}, {"head.weight", arma::vec{1}}, {"head.bias", arma::rowvec{0}}};
  const arma::vec x = {.2, 1, 0, 3};
  CHECK(probe_outputs(settings, arrays, x, 1)(0) == Approx(1.913113).epsilon(1e-6));
  CHECK(probe_gradients(settings, arrays, x, arma::mat(1, 1, arma::fill::ones)).at("gem.p")(0) ==
        Approx(.261384).epsilon(1e-5));
  arrays["gem.p"] = arma::vec{1};  // the mean
  CHECK(probe_outputs(settings, arrays, x, 1)(0) == Approx(1.05).epsilon(1e-6));
  arrays["gem.p"] = arma::vec{200};  // nearly the maximum
  CHECK(probe_outputs(settings, arrays, x, 1)(0) == Approx(3).epsilon(.01));
}

TEST_CASE("networks: gradients of every pooling are those of differences") {
  const arma::mat X = samples(12, 4), weights = samples(6, 4);
  for (const std::string pool :
       {"average", "gem", "bilinear", "bilinear-4", "rank-one", "jcf", "jcf-4"}) {
    CAPTURE(pool);
    NetworkSettings settings = bag(pool.substr(0, pool.find("-4")), 3);
    settings.words = pool == "bilinear-4" ? 4 : 1;
    settings.codebook = 5;
    settings.rank = pool == "jcf-4" ? 4 : 0;
    ProjectorState arrays = drawn(settings, 12, 6);
    for (const auto& [name, gradient] : probe_gradients(settings, arrays, X, weights)) {
      CAPTURE(name);
      arma::mat expected(arma::size(gradient));
      for (arma::uword k = 0; k < expected.n_elem; ++k) {
        const double before = arrays[name](k);
        const auto at = [&](double value) {
          arrays[name](k) = value;
          return arma::accu(weights % probe_outputs(settings, arrays, X, 6));
        };
        expected(k) = (at(before + 1e-6) - at(before - 1e-6)) / 2e-6;
        arrays[name](k) = before;
      }
      CHECK(arma::abs(gradient - expected).max() < 1e-7 * (1 + arma::abs(expected).max()));
    }
  }
}

TEST_CASE("networks: numbers of learned values are the published ones") {
  const auto of = [](const NetworkSettings& settings, std::size_t d, std::size_t K) {
    return learned_values(network_arrays(settings, d, K));
  };
  NetworkSettings pictures;
  pictures.network = "small";
  CHECK(of(pictures, 3072, 10) == 61338);
  pictures.width = 32;
  CHECK(of(pictures, 3072, 10) == 242474);
  pictures.network = "resnet20";
  CHECK(of(pictures, 3072, 10) == 269722);
  // Table 1 of JCF, in millions: 2,048 channels, mapped to 256, 512 outputs.
  const auto millions = [&](const char* pool, std::size_t N, std::size_t R, std::size_t reduce) {
    NetworkSettings settings = bag(pool, 1);
    settings.words = N;
    settings.codebook = N;
    settings.rank = R;
    settings.reduce = reduce;
    return static_cast<double>(of(settings, 2048, 512)) / 1e6;
  };
  CHECK(millions("average", 1, 0, 0) == Approx(1.05).epsilon(.01));
  CHECK(millions("bilinear", 1, 0, 256) == Approx(34.1).epsilon(.01));
  CHECK(millions("bilinear", 4, 0, 256) == Approx(135).epsilon(.01));
  CHECK(millions("rank-one", 1, 0, 256) == Approx(.79).epsilon(.01));
  CHECK(millions("jcf", 4, 0, 256) == Approx(1.57).epsilon(.01));
  CHECK(millions("jcf", 32, 8, 256) == Approx(2.62).epsilon(.01));
  CHECK(millions("jcf", 32, 16, 256) == Approx(4.72).epsilon(.01));
  CHECK(millions("jcf", 32, 32, 256) == Approx(8.91).epsilon(.01));
}

TEST_CASE("networks: linear and mlp are applied without LibTorch as with it") {
  const arma::mat X = samples(20, 7);
  for (const char* network : {"linear", "mlp"}) {
    for (const char* loss : {"softmax", "orthohash", "arcface"}) {
      CAPTURE(network);
      CAPTURE(loss);
      NetworkSettings settings;
      settings.network = network;
      settings.normalise = std::string(loss) == "orthohash" ? "yes" : "no";
      settings.activation = std::string(loss) == "arcface" ? "prelu" : "none";
      ProjectorState state = drawn(settings, 20, 9);
      for (auto& [name, values] : state) {
        if (name.ends_with(".mean") || name.ends_with("bias")) values.fill(.25);
        if (name.ends_with(".variance")) values.fill(2);
      }
      const arma::mat expected = probe_outputs(settings, state, X, 9);
      state["input.scale"] = arma::mat(1, 1, arma::fill::ones);
      const auto method = network_projection(loss);
      Options options;
      method->describe(options);
      options.set("network", network);
      options.set("output-activation", settings.activation);
      const arma::fmat found =
          method->restore(state, 20, 9)->project(arma::conv_to<arma::fmat>::from(X));
      CHECK(arma::abs(arma::conv_to<arma::mat>::from(found.t()) - expected).max() < 1e-5);
    }
  }
}

}  // namespace hashlab::networks_test
