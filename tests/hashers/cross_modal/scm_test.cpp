#include "hashers/cross_modal/scm_steps.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::scm_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::learn;
using hashlab::testing::small_paired_set;

namespace {

arma::mat doubles(const arma::fmat& X) {
  return arma::conv_to<arma::mat>::from(X);
}

arma::mat unit_classes(const PairedTrainingSet& data) {
  return unit_rows(class_indicators(data.labels));
}

arma::mat whitened_target(const PairedTrainingSet& data, const TwoViewCca& cca, std::size_t K) {
  return scm_target(cca.X_w, cca.Z_w, unit_classes(data), K);
}

}  // namespace

TEST_CASE("scm: label rows get unit length, rows without a label stay") {
  const arma::mat Y = unit_rows({{3, 4}, {0, 0}, {0, 1}});
  CHECK(arma::approx_equal(Y, arma::mat{{.6, .8}, {0, 0}, {0, 1}}, "absdiff", 1e-15));
}

TEST_CASE("scm: the target of six samples is known") {
  const PairedTrainingSet data = testing::six_pairs();
  const arma::mat C = scm_target(doubles(data.X), doubles(data.Z), unit_classes(data), 2);
  const arma::mat known = {{40.0 / 3, -32}, {-24, 48}, {-88.0 / 3, 56}};
  CHECK(arma::approx_equal(C, known, "absdiff", 1e-4));
}

TEST_CASE("scm: the target is the similarity of labels between the views") {
  PairedTrainingSet data = small_paired_set(30, 5, 4);
  data.labels = {};
  data.labels.multi.zeros(4, 30);
  for (arma::uword i = 0; i < 30; ++i) {
    for (arma::uword c = 0; c < 4; ++c) data.labels.multi(c, i) = (i >> c) & 1;
  }
  const arma::mat Y = unit_classes(data), X = doubles(data.X), Z = doubles(data.Z);
  const arma::mat C = X * (8 * (2 * Y * Y.t() - 1)) * Z.t();
  CHECK(arma::approx_equal(scm_target(X, Z, Y, 8), C, "absdiff", 1e-9));
}

TEST_CASE("scm: the eigenvalues of six samples are known, at once and in sequence") {
  const PairedTrainingSet data = testing::six_pairs();
  const auto cca = two_view_cca(data, {1e-6, false}, "scm");
  const arma::mat C = whitened_target(data, *cca, 2);
  arma::vec lambda;
  singular_pairs(C, lambda, "scm");
  CHECK(lambda[0] * lambda[0] == doctest::Approx(29.009123).epsilon(1e-5));
  CHECK(lambda[1] * lambda[1] == doctest::Approx(.660599).epsilon(1e-4));
  const arma::vec e = scm_sequence(C, cca->X_w, cca->Z_w, 2, {}).e;
  REQUIRE(e.n_elem == 2);
  CHECK(e[0] == doctest::Approx(29.009123).epsilon(1e-5));
  CHECK(e[1] == doctest::Approx(4.323524).epsilon(1e-4));
}

TEST_CASE("scm: each bit is the best for what the bits before leave of the labels' similarity") {
  const PairedTrainingSet data = small_paired_set(60, 7, 5, 10);
  for (const bool swapped : {false, true}) {  // either view may be the smaller
    PairedTrainingSet views = data;
    if (swapped) std::swap(views.X, views.Z);
    const auto cca = two_view_cca(views, {1e-6, false}, "scm");
    const ScmBits bits = scm_sequence(whitened_target(views, *cca, 12), cca->X_w, cca->Z_w, 12, {});
    const arma::uword learned = bits.e.n_elem;
    REQUIRE(learned > 3);
    REQUIRE(learned < 12);
    CHECK(bits.e.is_sorted("descend"));
    const arma::mat Y = unit_classes(views);
    arma::mat R = 12 * (2 * Y * Y.t() - 1);
    for (arma::uword k = 0; k < learned; ++k) {
      arma::vec values;
      const DirectionPairs best = singular_pairs(cca->X_w * R * cca->Z_w.t(), values, "scm");
      CHECK(bits.e[k] == doctest::Approx(values[0] * values[0]));
      CHECK(arma::approx_equal(bits.pairs.A.col(k), best.A.col(0), "absdiff", 1e-6));
      CHECK(arma::approx_equal(bits.pairs.B.col(k), best.B.col(0), "absdiff", 1e-6));
      R -=
          signs(cca->X_w.t() * bits.pairs.A.col(k)) * signs(cca->Z_w.t() * bits.pairs.B.col(k)).t();
    }
    arma::vec values;
    singular_pairs(cca->X_w * R * cca->Z_w.t(), values, "scm");
    CHECK(values[0] * values[0] > bits.e[learned - 1]);
  }
}

TEST_CASE("scm: bits are the same when a number is added to all values of a feature") {
  const PairedTrainingSet data = small_paired_set(60, 7, 5, 10);
  PairedTrainingSet moved = data;
  moved.X.row(2) += 4;
  moved.Z += 2;
  for (const char* variant : {"sequential", "orthogonal"}) {
    CAPTURE(variant);
    const PairedProjectors of_data = learn(cross_modal::scm(), {{"variant", variant}}, data, 4),
                           of_moved = learn(cross_modal::scm(), {{"variant", variant}}, moved, 4);
    const auto close = [](const arma::fmat& A, const arma::fmat& B) {
      return arma::approx_equal(A, B, "absdiff", 1e-3F);
    };
    CHECK(close(of_moved.x->project(moved.X), of_data.x->project(data.X)));
    CHECK(close(of_moved.z->project(moved.Z), of_data.z->project(data.Z)));
  }
}

TEST_CASE("scm: bits that are not learned are correlated directions, the best last") {
  const PairedTrainingSet data = small_paired_set(60, 7, 5, 10);
  const auto cca = two_view_cca(data, {1e-6, false}, "scm");
  const ScmBits bits = scm_sequence(whitened_target(data, *cca, 60), cca->X_w, cca->Z_w, 60, {});
  const arma::uword learned = bits.e.n_elem;
  REQUIRE(learned > 1);
  REQUIRE(learned < 56);
  const PairedProjectors found = learn(cross_modal::scm(), {{"ridge", "1e-6"}}, data, 60);
  const arma::mat W = found.x->state().at("W"), U = found.z->state().at("W");
  const auto near = [](const arma::mat& A, const arma::mat& B) {
    return arma::approx_equal(A, B, "both", 1e-4, 1e-5);
  };
  CHECK(near(W.head_cols(learned), cca->T_x * bits.pairs.A));
  CHECK(near(U.head_cols(learned), cca->T_z * bits.pairs.B));
  CHECK(near(arma::fliplr(W.tail_cols(5)), cca->T_x * cca->pairs.A));
  CHECK(near(arma::fliplr(U.tail_cols(5)), cca->T_z * cca->pairs.B));
}

TEST_CASE("scm: orthogonal directions are those of the target, more come by either way") {
  const PairedTrainingSet data = small_paired_set(60, 7, 5);
  const auto cca = two_view_cca(data, {1e-6, false}, "scm");
  const auto directions = [&](std::size_t dims, const char* beyond_rank) {
    const PairedProjectors found = learn(
        cross_modal::scm(),
        {{"variant", "orthogonal"}, {"beyond-rank", beyond_rank}, {"ridge", "1e-6"}}, data, dims);
    return arma::mat(found.x->state().at("W"));
  };
  arma::vec lambda;
  const DirectionPairs pairs = singular_pairs(whitened_target(data, *cca, 3), lambda, "scm");
  const arma::mat W = cca->T_x * pairs.A.head_cols(3);
  CHECK(arma::approx_equal(directions(3, "null"), W, "both", 1e-4, 1e-4));
  CHECK(arma::approx_equal(directions(3, "rotated"), W, "both", 1e-4, 1e-4));
  // Four classes of centred samples have three directions between them.
  REQUIRE(lambda.n_elem >= 3);
  CHECK(arma::approx_equal(directions(12, "null").head_cols(3), W, "both", 1e-4, 1e-4));
  CHECK_FALSE(arma::approx_equal(directions(12, "rotated").head_cols(3), W, "both", .01, .01));
}

TEST_CASE("scm: bits in sequence tell classes better than correlations do") {
  const PairedTrainingSet data = small_paired_set(200, 12, 8);
  const auto agreement = [&](const PairedProjectors& learned) {
    return testing::agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z),
                                         data.labels);
  };
  CHECK(agreement(learn(cross_modal::scm(), {}, data, 8)) >
        agreement(learn(cross_modal::cvh(), {}, data, 8)));
}

TEST_CASE("scm: samples without labels, of no class or of one class are refused") {
  PairedTrainingSet data = small_paired_set(30, 4, 3);
  const auto refusal = [&] { return error_of([&] { learn(cross_modal::scm(), {}, data, 4); }); };
  data.labels = {};
  CHECK(refusal() == Contains("scm: learns from classes, but "));
  data.labels.multi.zeros(2, 30);
  CHECK(refusal() == Contains("scm: none of the 30 training samples is of any class"));
  data.labels.multi.row(0).ones();
  CHECK(refusal() == Contains("scm: the training samples are of one class"));
}

TEST_CASE("scm: degenerate samples are learned from or refused, infinite ones refused") {
  for (const char* variant : {"sequential", "orthogonal"}) {
    const auto make = [&] {
      std::unique_ptr<CrossModal> method = cross_modal::scm();
      Options options;
      method->describe(options);
      options.set("variant", variant);
      return method;
    };
    CHECK(testing::faults_on_degenerate_pairs(make, 64) == "");
    for (const std::string& line :
         testing::lines_of(testing::refusals_of_infinite_features(make))) {
      CHECK(line.starts_with("scm: a training sample holds a number that is not finite"));
    }
  }
}

}  // namespace hashlab::scm_test
