#include "hashers/cross_modal/parts/two_view_cca.h"
#include "hashers/projections/parts/svm.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace hashlab::pdh_test {

using namespace hashers;
using hashlab::testing::learn;
using hashlab::testing::small_paired_set;

namespace {

/// Values of X under LIBLINEAR's planes for the bits of B.
arma::mat values_of_svms(const arma::fmat& X, const arma::mat& B, double C) {
  arma::mat Y(arma::size(B));
  const LinearSvm svm(X);
  for (arma::uword k = 0; k < B.n_cols; ++k) {
    std::vector<bool> labels;
    for (const double b : B.col(k)) labels.push_back(b > 0);
    const Hyperplane plane = svm.learn(labels, {.C = C, .balanced = false});
    Y.col(k) = arma::conv_to<arma::mat>::from(X).t() * plane.w;
  }
  return Y;
}

arma::mat values(const Projector& projector, const arma::fmat& X) {
  return arma::conv_to<arma::mat>::from(projector.project(X));
}

double mean_difference(const arma::mat& A, const arma::mat& B) {
  return arma::mean(arma::vectorise(arma::abs(A - B)));
}

}  // namespace

TEST_CASE("pdh: planes of each view learn the bits that the other's predicted before") {
  const PairedTrainingSet data = small_paired_set(100, 7, 5);
  const auto cca = two_view_cca(data, {1e-4, false}, "pdh");
  arma::mat B_x = signs(cca->X_w.t() * cca->pairs.A), B_z = signs(cca->Z_w.t() * cca->pairs.B);
  for (const char* rounds : {"1", "2", "3"}) {
    CAPTURE(rounds);
    const PairedProjectors learned =
        learn(cross_modal::pdh(), {{"rounds", rounds}, {"c", "1"}}, data, 5);
    const arma::mat Y_x = values(*learned.x, data.X), Y_z = values(*learned.z, data.Z);
    CHECK(mean_difference(Y_x, values_of_svms(data.X, B_z, 1)) < .02);
    CHECK(mean_difference(Y_z, values_of_svms(data.Z, B_x, 1)) < .02);
    B_x = signs(Y_x);
    B_z = signs(Y_z);
  }
}

TEST_CASE("pdh: bits of the two views agree more than those that it starts from") {
  const PairedTrainingSet data = small_paired_set(200, 12, 5);
  const auto agreement = [&](const PairedProjectors& learned) {
    return arma::accu((learned.x->project(data.X) > 0) == (learned.z->project(data.Z) > 0));
  };
  for (const std::size_t dims : {5u, 24u}) {
    CHECK(agreement(learn(cross_modal::pdh(), {}, data, dims)) >
          agreement(learn(cross_modal::cvh(), {}, data, dims)));
  }
}

TEST_CASE("pdh: it ends once bits stay, and more rounds change nothing") {
  const PairedTrainingSet data = small_paired_set(60, 4, 3);
  std::size_t calls = 0;
  const auto method = cross_modal::pdh();
  Options options;
  method->describe(options);
  options.set("rounds", "1000");
  const Observer counting{[&](std::string_view, std::size_t, std::size_t) { ++calls; }};
  const PairedProjectors many = method->learn(data, 3, Rng(5), counting);
  CHECK(calls < 10000);
  const PairedProjectors fewer = learn(cross_modal::pdh(), {{"rounds", "500"}}, data, 3);
  CHECK(arma::approx_equal(many.x->project(data.X), fewer.x->project(data.X), "absdiff", 0));
}

TEST_CASE("pdh: its price and its start's ridge have an effect") {
  const PairedTrainingSet data = small_paired_set(60, 6, 4);
  const auto projected = [&](const char* option, const char* value) {
    return values(*learn(cross_modal::pdh(), {{option, value}}, data, 4).x, data.X);
  };
  const arma::mat usual = projected("c", "10");
  CHECK(mean_difference(usual, projected("c", ".001")) > .1);
  CHECK(mean_difference(usual, projected("start-ridge", "100")) > .01);
}

TEST_CASE("pdh: degenerate samples are learned from or refused, infinite ones refused") {
  CHECK(testing::faults_on_degenerate_pairs(&cross_modal::pdh, 64) == "");
  const std::string refusals = testing::refusals_of_infinite_features(&cross_modal::pdh);
  for (const std::string& line : testing::lines_of(refusals)) {
    CHECK(line.starts_with("pdh: a training sample holds a number that is not finite"));
  }
}

}  // namespace hashlab::pdh_test
