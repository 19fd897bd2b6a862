#include "hashers/cross_modal/lssh_steps.h"
#include "hashers/registry.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <string>

namespace hashlab::lssh_test {

using namespace hashers;
using doctest::Approx;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

constexpr std::size_t enough_steps = 2000;

arma::fmat normal_floats(arma::uword rows, arma::uword columns, std::uint64_t seed) {
  return arma::conv_to<arma::fmat>::from(testing::normal_matrix(rows, columns, Rng(seed)));
}

double residual(const arma::fmat& X, const arma::fmat& D, const arma::fmat& S) {
  return static_cast<double>(arma::accu(arma::square(X - D * S)));
}

/// Small, so that tests are quick.
const std::map<std::string, std::string> quick = {{"atoms", "40"}, {"rounds", "5"}};

}  // namespace

TEST_CASE("lssh: known sparse codes") {
  const arma::fmat D = {{1, 0, .6F}, {0, 1, .8F}}, x = arma::fvec{1, 2};
  const arma::fmat half = lssh_sparse_codes(D, x, .5, enough_steps),
                   fifth = lssh_sparse_codes(D, x, .2, enough_steps);
  CHECK(half[0] == 0);
  CHECK(half[1] == Approx(.055556).epsilon(1e-4));
  CHECK(half[2] == Approx(1.055556).epsilon(2e-6));
  CHECK(fifth[0] == 0);
  CHECK(fifth[1] == Approx(.422222).epsilon(1e-5));
  CHECK(fifth[2] == Approx(1.422222).epsilon(2e-6));
}

TEST_CASE("lssh: a known dictionary") {
  const arma::fmat X = {{2, 1, 3, 0}, {0, 1, 2, 1}}, S = {{1, 0, 2, -1}, {0, 1, 1, 1}};
  const arma::fmat D = lssh_dictionary(X, S, arma::fmat(2, 2, arma::fill::zeros), 100);
  const arma::fmat expected = {{.957217F, .634088F}, {.289370F, .773261F}};
  CHECK(arma::approx_equal(D, expected, "absdiff", 2e-6F));
  CHECK(residual(X, D, S) == Approx(2.350949).epsilon(1e-6));
}

TEST_CASE("lssh: sparse codes meet the conditions of an optimum") {
  // More samples than are computed at a time, and a number that is no multiple of it.
  const arma::fmat D = normal_floats(12, 30, 1), X = normal_floats(12, 150, 2);
  for (const double rho : {.1, .5}) {
    const arma::fmat S = lssh_sparse_codes(D, X, rho, enough_steps), slope = D.t() * (X - D * S);
    const arma::frowvec price = static_cast<float>(rho) * arma::max(arma::abs(D.t() * X), 0);
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      for (arma::uword j = 0; j < D.n_cols; ++j) {
        const float pull = slope(j, i) / price[i], s = S(j, i);
        const bool optimal =
            s == 0 ? std::abs(pull) < 1.001F : std::abs(pull - (s > 0 ? 1.0F : -1.0F)) < 1e-3F;
        CHECK(optimal);
      }
    }
  }
}

TEST_CASE("lssh: thirty steps come near to the optimum, and a share of 1 leaves nothing") {
  const arma::fmat D = normal_floats(12, 30, 1), X = normal_floats(12, 40, 2);
  const arma::frowvec price = .2F * arma::max(arma::abs(D.t() * X), 0);
  const auto cost = [&](const arma::fmat& S) {
    return residual(X, D, S) / 2 + static_cast<double>(arma::accu(arma::abs(S) * price.t()));
  };
  const double few = cost(lssh_sparse_codes(D, X, .2, 30)),
               least = cost(lssh_sparse_codes(D, X, .2, enough_steps));
  CHECK(few > least);
  CHECK(few < 1.01 * least);
  CHECK(arma::abs(lssh_sparse_codes(D, X, 1, 30)).max() < 1e-6F);
  CHECK(arma::abs(lssh_sparse_codes(D * 0, X, .2, 30)).max() == 0);
}

TEST_CASE("lssh: sparse codes of samples one by one are those of all together") {
  const arma::fmat D = normal_floats(12, 30, 1), X = normal_floats(12, 9, 2),
                   S = lssh_sparse_codes(D, X, .3, 30);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    CHECK(arma::approx_equal(lssh_sparse_codes(D, X.cols(i, i), .3, 30), S.cols(i, i), "both",
                             1e-5F, 1e-4F));
  }
}

TEST_CASE("lssh: atoms stay in the unit ball, each the best of it while the others are held") {
  const arma::fmat X = normal_floats(6, 50, 1), S = normal_floats(10, 50, 2) * .3F;
  const arma::fmat start = normal_floats(6, 10, 3), D = lssh_dictionary(X, S, start, 1000);
  const arma::fmat pull = (X - D * S) * S.t();  // half the slope of the residual, downhill
  for (arma::uword j = 0; j < D.n_cols; ++j) {
    const float length = arma::norm(D.col(j));
    CHECK(length < 1.00001F);
    const float along = arma::dot(pull.col(j), D.col(j)) / length;
    CHECK(arma::norm(pull.col(j) - along * D.col(j) / length) < 1e-3F);  // none within the ball
    CHECK((along > -1e-3F && (length > .999F || along < 1e-3F)));
  }
  double before = residual(X, arma::normalise(start), S);
  for (const std::size_t sweeps : {1u, 2u, 4u, 8u}) {
    const double after = residual(X, lssh_dictionary(X, S, start, sweeps), S);
    CHECK(after <= before * (1 + 1e-6));
    before = after;
  }
}

TEST_CASE("lssh: an atom that no sample uses stays, but for its length") {
  const arma::fmat X = normal_floats(4, 20, 1), start = {{3, 0}, {0, 3}, {4, 0}, {0, .1F}};
  arma::fmat S = normal_floats(2, 20, 2);
  S.row(0).zeros();
  const arma::fmat D = lssh_dictionary(X, S, start, 10);
  CHECK(arma::approx_equal(D.col(0), arma::fvec{.6F, 0, .8F, 0}, "absdiff", 1e-6F));
  CHECK_FALSE(arma::approx_equal(D.col(1), start.col(1), "absdiff", 1e-2F));
  CHECK(arma::approx_equal(lssh_dictionary(X, S * 0, D, 10), D, "absdiff", 0));
}

TEST_CASE("lssh: the latent factor is where the slope of its two distances vanishes") {
  const arma::fmat A = normal_floats(5, 8, 1), T = normal_floats(5, 20, 2),
                   P = normal_floats(8, 20, 3);
  for (const double ratio : {.01, 2., 100.}) {
    const LsshLatent latent = lssh_latent(A, ratio);
    const arma::fmat V = latent.C * P + latent.W.t() * T;
    CHECK(arma::abs(static_cast<float>(ratio) * (V - P) + A.t() * (A * V - T)).max() <
          1e-4F * static_cast<float>(1 + ratio));
  }
}

TEST_CASE("lssh: the code of both views leads from one view's to the other's") {
  const PairedTrainingSet data = testing::small_paired_set(60, 8, 5);
  const PairedProjectors learned = testing::learn(cross_modal::lssh(), quick, data, 6);
  REQUIRE(learned.joint != nullptr);
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z),
                   both = learned.joint->project(arma::join_cols(data.X, data.Z));
  const ProjectorState state = learned.joint->state();
  const arma::fmat C = arma::conv_to<arma::fmat>::from(state.at("C"));
  CHECK(arma::approx_equal(both, x * C.t() + z, "both", 1e-5F, 1e-4F));
  CHECK(state.contains("x.D"));
  CHECK(state.contains("z.W"));
  // A picture that says nothing leaves the text's factor.
  const arma::fmat text = learned.joint->project(arma::join_cols(data.X * 0, data.Z));
  CHECK(arma::approx_equal(text, z, "absdiff", 1e-6F));
}

TEST_CASE("lssh: the length of a sample does not matter") {
  const PairedTrainingSet data = testing::small_paired_set(40, 8, 5);
  const PairedProjectors learned = testing::learn(cross_modal::lssh(), quick, data, 6);
  CHECK(arma::approx_equal(learned.x->project(data.X * 7), learned.x->project(data.X), "both",
                           1e-4F, 1e-3F));
  CHECK(arma::approx_equal(learned.z->project(data.Z * 7), learned.z->project(data.Z), "both",
                           1e-5F, 1e-5F));
}

TEST_CASE("lssh: bits of both views agree for samples of a class") {
  const PairedTrainingSet data = testing::small_paired_set(120, 10, 8);
  const PairedProjectors learned = testing::learn(cross_modal::lssh(), quick, data, 16);
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z),
                   both = learned.joint->project(arma::join_cols(data.X, data.Z));
  CHECK(testing::agreement_of_classes(x, z, data.labels) > 0.1);
  CHECK(testing::agreement_of_classes(z, both, data.labels) >
        testing::agreement_of_classes(z, x, data.labels));
}

TEST_CASE("lssh: every option changes what is learned") {
  const PairedTrainingSet data = testing::small_paired_set(50, 6, 4);
  const auto projected = [&](const std::string& option, const std::string& value) {
    std::map<std::string, std::string> settings = quick;
    settings[option] = value;
    return testing::learn(cross_modal::lssh(), settings, data, 4).x->project(data.X);
  };
  const arma::fmat usual = projected("atoms", "40");
  for (const auto& changed : std::map<std::string, std::string>{{"atoms", "30"},
                                                                {"sparsity", "0.4"},
                                                                {"text-weight", "5"},
                                                                {"latent-weight", "0.1"},
                                                                {"rounds", "2"},
                                                                {"iterations", "10"}}) {
    CAPTURE(changed.first);
    CHECK_FALSE(
        arma::approx_equal(projected(changed.first, changed.second), usual, "absdiff", 1e-3F));
  }
}

TEST_CASE("lssh: what a view's projector says of itself makes the same one, nothing else does") {
  const PairedTrainingSet data = testing::small_paired_set(40, 6, 4);
  const auto method = cross_modal::lssh();
  for (const std::size_t dims : {3u, 9u}) {
    const PairedProjectors learned = testing::learn(cross_modal::lssh(), quick, data, dims);
    CHECK(arma::approx_equal(method->restore(learned.x->state(), 6, dims)->project(data.X),
                             learned.x->project(data.X), "absdiff", 0));
    CHECK(arma::approx_equal(method->restore(learned.z->state(), 4, dims)->project(data.Z),
                             learned.z->project(data.Z), "absdiff", 0));
    const auto refusal = [&](const std::string& name, const arma::mat& array) {
      ProjectorState state = learned.x->state();
      state[name] = array;
      return error_of([&] { method->restore(state, 6, dims); });
    };
    CHECK(refusal("axes", arma::mat(5, 3)) == Contains("array 'axes' is 5 x 3, expected 6 x 3"));
    CHECK(refusal("D", arma::mat(2, 40)) == Contains("array 'D' is 2 x 40"));
    CHECK(refusal("R", arma::mat(dims, 39)) == Contains("array 'R'"));
    CHECK(refusal("steps", arma::mat(1, 1, arma::fill::zeros)) == Contains("'steps' 0"));
    CHECK(refusal("rho", arma::mat(1, 1, arma::fill::value(-1))) == Contains("'rho' is -1"));
    CHECK(error_of([&] { method->restore({}, 6, dims); }) == Contains("no array 'axes'"));
  }
}

TEST_CASE("lssh: little to learn from ends in finite projections, or is refused") {
  const auto make = [] {
    auto method = cross_modal::lssh();
    Options options;
    method->describe(options);
    for (const auto& [name, value] : quick) options.set(name, value);
    return method;
  };
  CHECK(testing::faults_on_degenerate_pairs(make, 64) == "");
  CHECK(testing::refusals_of_infinite_features(make) ==
        Contains("lssh: a training sample holds a number that is not finite"));
}

TEST_CASE("lssh: features of any scale are learned from") {
  const PairedTrainingSet usual = testing::small_paired_set(40, 12, 5);
  for (const float scale : {1e-30f, 1e-12f, 1e12f, 1e30f}) {
    PairedTrainingSet data = usual;
    data.X *= scale;
    data.Z *= scale;
    const PairedProjectors learned = testing::learn(cross_modal::lssh(), quick, data, 6);
    CHECK(learned.x->project(data.X).is_finite());
    CHECK(learned.z->project(data.Z).is_finite());
  }
}

}  // namespace hashlab::lssh_test
