#include "hashers/cross_modal/parts/two_view_cca.h"
#include "hashers/registry.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::cvh_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::learn;
using hashlab::testing::small_paired_set;

namespace {

arma::mat weights(const Projector& projector) {
  return projector.state().at("W");
}

}  // namespace

TEST_CASE("cvh: the projections of six samples have the known correlations") {
  const PairedTrainingSet data = testing::six_pairs();
  const PairedProjectors learned = learn(cross_modal::cvh(), {{"ridge", "1"}}, data, 2);
  const arma::mat x = arma::conv_to<arma::mat>::from(learned.x->project(data.X)),
                  z = arma::conv_to<arma::mat>::from(learned.z->project(data.Z)),
                  products = x.t() * z;
  CHECK(products(0, 0) * products(0, 0) == doctest::Approx(.819185).epsilon(1e-4));
  CHECK(products(1, 1) * products(1, 1) == doctest::Approx(.561395).epsilon(1e-4));
  CHECK(std::abs(products(0, 1)) < 1e-5);
}

TEST_CASE("cvh: what fills dimensions beyond the rank is an option, others are the same") {
  const PairedTrainingSet data = small_paired_set(80, 9, 5);
  const auto both = [&](std::size_t dims, const char* beyond_rank) {
    const PairedProjectors learned =
        learn(cross_modal::cvh(), {{"beyond-rank", beyond_rank}}, data, dims);
    return arma::mat(arma::join_cols(weights(*learned.x), weights(*learned.z)));
  };
  const arma::mat five = both(5, "rotated");
  CHECK(arma::approx_equal(both(5, "null"), five, "absdiff", 0));
  CHECK(arma::approx_equal(both(16, "null").head_cols(5), five, "absdiff", 0));
  const arma::mat rotated = both(16, "rotated");
  CHECK_FALSE(arma::approx_equal(rotated.head_cols(5), five, "absdiff", .01));
  CHECK(arma::rank(rotated, 1e-4) == 5);
}

TEST_CASE("cvh: with more bits than features of a view, turned directions tell classes best") {
  const PairedTrainingSet data = small_paired_set(200, 12, 4);
  const auto agreement = [&](const char* beyond_rank) {
    const PairedProjectors learned =
        learn(cross_modal::cvh(), {{"beyond-rank", beyond_rank}}, data, 32);
    return testing::agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z),
                                         data.labels);
  };
  CHECK(agreement("rotated") > 1.5 * agreement("null"));
}

TEST_CASE("cvh: degenerate samples are learned from or refused, infinite ones refused") {
  CHECK(testing::faults_on_degenerate_pairs(&cross_modal::cvh, 64) == "");
  const std::string refusals = testing::refusals_of_infinite_features(&cross_modal::cvh);
  for (const std::string& line : testing::lines_of(refusals)) {
    CHECK(line.starts_with("cvh: a training sample holds a number that is not finite"));
  }
}

}  // namespace hashlab::cvh_test
