#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::class_codes_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

PairedProjectors class_codes(const PairedTrainingSet& data, std::size_t dims,
                             const std::map<std::string, std::string>& settings = {}) {
  return testing::learn(cross_modal::class_codes(), settings, data, dims);
}

bool same(const arma::fmat& a, const arma::fmat& b) {
  return arma::approx_equal(a, b, "absdiff", 0);
}

}  // namespace

TEST_CASE("class-codes: codes are random, +1 and -1, and owe nothing to features") {
  const PairedProjectors learned = class_codes(testing::small_paired_set(60, 9, 5), 200);
  CHECK(arma::all(arma::vectorise(arma::abs(learned.of_classes)) == 1));
  CHECK(arma::abs(arma::mean(learned.of_classes, 1)).max() < .25);
  const arma::fmat inner = learned.of_classes * learned.of_classes.t() / 200;
  CHECK(arma::abs(inner - arma::eye<arma::fmat>(4, 4)).max() < .25);
  CHECK(same(class_codes(testing::small_paired_set(80, 3, 4, 4, 9), 200).of_classes,
             learned.of_classes));
}

TEST_CASE("class-codes: fewer bits are the first of more") {
  const PairedTrainingSet data = testing::small_paired_set(60, 9, 5);
  CHECK(same(class_codes(data, 20).of_classes, class_codes(data, 50).of_classes.head_cols(20)));
}

TEST_CASE("class-codes: kernel ridge regression finds the codes of classes in either view") {
  const PairedTrainingSet data = testing::small_paired_set(120, 9, 5);
  const PairedProjectors learned = class_codes(data, 16, {{"anchors", "60"}});
  const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z);
  const auto right = static_cast<double>(arma::accu(arma::sign(x) == learned.of_training));
  CHECK(right > .8 * static_cast<double>(x.n_elem));
  CHECK(testing::agreement_of_classes(x, learned.of_training, data.labels) > .35);
  CHECK(testing::agreement_of_classes(z, learned.of_training, data.labels) > .35);
  const arma::fmat shrunk =
      class_codes(data, 16, {{"anchors", "60"}, {"ridge", "1e6"}}).x->project(data.X);
  CHECK(arma::abs(shrunk).max() < 1e-3);
}

TEST_CASE("class-codes: a sample of several classes has the sum of their codes") {
  PairedTrainingSet data = testing::small_paired_set(40, 9, 5);
  data.labels.single.clear();
  data.labels.multi.zeros(3, 40);
  for (arma::uword i = 0; i < 39; ++i) {
    data.labels.multi(i % 3, i) = 1;
    data.labels.multi(1, i) = 1;
  }
  const PairedProjectors learned = class_codes(data, 16);
  CHECK(same(learned.of_training,
             arma::conv_to<arma::fmat>::from(class_indicators(data.labels)) * learned.of_classes));
  CHECK(same(learned.of_training.row(3), learned.of_classes.row(0) + learned.of_classes.row(1)));
  CHECK(arma::abs(learned.of_training.row(39)).max() == 0);
}

TEST_CASE("class-codes: survives training sets that leave something out, and refuses others") {
  CHECK(testing::faults_on_degenerate_pairs(cross_modal::class_codes, 64) == "");
  CHECK(testing::refusals_of_infinite_features(cross_modal::class_codes) ==
        Contains("class-codes: a training sample holds a number that is not finite in the first"));
  PairedTrainingSet data = testing::six_pairs();
  data.labels = {};
  CHECK(error_of([&] { class_codes(data, 4); }) ==
        Contains("class-codes: learns from classes, but the training"));
}

}  // namespace hashlab::class_codes_test
