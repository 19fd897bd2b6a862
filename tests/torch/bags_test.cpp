// Nothing that is learned from bags depends on the order of their local descriptors, and nor does
// any code: to the last bit, for every pooling.

#include "experiments/learn/learner.h"
#include "experiments/suite/suite_file.h"
#include "hashers/model.h"
#include "hashers/networks/network_input.h"
#include "lib/data/centre.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/program.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <string>

namespace hashlab::bags_test {

using namespace hashers;
using doctest::Approx;
using testing::TemporaryFolder;

namespace {

constexpr std::size_t bags = 240, locations = 5, c = 6;

const char* const poolings[] = {"pool=average",
                                "pool=average,input=standardised",
                                "pool=gem",
                                "pool=gem,input=plain",
                                "pool=bilinear",
                                "pool=rank-one",
                                "pool=jcf,codebook=4",
                                "pool=jcf,codebook=4,rank=2,reduce=4",
                                "pool=jcf,codebook=4,input=standardised,held-out=20"};

/// Three classes. Each place has a distribution of its own, as if all bags were listed in one
/// order: means of places then differ.
Dataset listed_bags() {
  Dataset data;
  data.name = "bags";
  data.checksum = "bags";
  data.features.set_size(c * locations, bags);
  Rng rng = Rng(8).stream("bags");
  for (arma::uword i = 0; i < bags; ++i) {
    data.labels.single.push_back(static_cast<int>(i % 3));
    for (arma::uword k = 0; k < c * locations; ++k) {
      const double centre = static_cast<double>(k / c) * (k % 2 == 0 ? 1 : .3);
      data.features(k, i) =
          static_cast<float>(std::abs(centre + (k % 3 == i % 3 ? .8 : 0) + rng.normal()));
    }
  }
  return data;
}

/// The same bags, each with its descriptors in an order of its own.
Dataset shuffled(Dataset data) {
  Rng rng = Rng(2).stream("orders");
  for (arma::uword i = 0; i < data.features.n_cols; ++i) {
    Rows order = testing::rows_below(locations);
    rng.shuffle(order);
    const arma::fvec before = data.features.col(i);
    for (std::size_t l = 0; l < locations; ++l) {
      data.features.submat(c * l, i, c * l + c - 1, i) =
          before.subvec(c * order[l], c * order[l] + c - 1);
    }
  }
  return data;
}

std::string bag_network(const std::string& pooling) {
  return fmt::format("network=bag,locations={},epochs=3,batch=40,{}", locations, pooling);
}

Model learned(const Hasher& hasher, const Dataset& data) {
  const Rows rows = testing::rows_below(200);
  const arma::fvec mean =
      origin_of(hasher.learner().takes_centred(), mean_of_rows(data.features, rows));
  const TrainingSet training{
      centred_rows(data.features, rows, mean), {}, labels_of_rows(data.labels, rows)};
  Model model = learn_model(hasher, 16, training, mean, Rng(1).stream("projection"),
                            Rng(1).stream("quantiser"));
  model.origin.samples = rows.size();
  return model;
}

}  // namespace

TEST_CASE("bags: no code depends on the order of descriptors, in training or afterwards") {
  const Dataset listed = listed_bags(), other = shuffled(listed);
  REQUIRE_FALSE(arma::approx_equal(listed.features, other.features, "absdiff", 0));
  const TemporaryFolder folder;
  for (const char* pooling : poolings) {
    CAPTURE(std::string(pooling));
    const Hasher hasher = make_hasher("triplet+sbq:" + bag_network(pooling));
    const Model a = learned(hasher, listed), b = learned(hasher, other);
    const Codes codes = a.encode(listed.features);
    CHECK(std::accumulate(codes.words.begin(), codes.words.end(), std::uint64_t{0}) > 0);
    CHECK(codes.words == a.encode(other.features).words);
    CHECK(codes.words == b.encode(listed.features).words);
    CHECK(codes.words == b.encode(other.features).words);
    write_model(folder / "model.h5", b);
    const Model read = read_model(folder / "model.h5");
    CHECK(codes.words == read.encode(listed.features).words);
    CHECK(codes.words == read.encode(other.features).words);
  }
}

TEST_CASE("bags: no value of a cell depends on the order of descriptors") {
  const Dataset listed = listed_bags(), other = shuffled(listed);
  const TemporaryFolder folder;
  write_file(folder / "bags.ini",
             "name = bags\ndataset = bags\ngroundtruth = class\nmetric = map\nbits = 8\n"
             "hasher = itq+sbq\nsplit = improved\ntest-queries = 30\ntraining = 100\n"
             "validation-queries = 0\nvalidation-database = 0\n");
  const experiments::Suite suite = experiments::read_suite(folder / "bags.ini", {});
  const experiments::Study first{listed, suite}, second{other, suite};
  Reuse reuse(std::size_t{1} << 24);
  const auto of_listed = experiments::make_run_context(first, "improved", 1, &reuse),
             of_other = experiments::make_run_context(second, "improved", 1, &reuse);
  REQUIRE(of_listed.split.training == of_other.split.training);
  experiments::Learner a(first, of_listed), b(second, of_other);
  for (const char* pooling : poolings) {
    CAPTURE(std::string(pooling));
    const Hasher hasher = make_hasher("triplet+sbq:" + bag_network(pooling));
    const auto same = [](const arma::fmat& x, const arma::fmat& y) {
      return !x.is_empty() && arma::approx_equal(x, y, "absdiff", 0);
    };
    const experiments::ProjectedParts &x = a.test({hasher, 8}), &y = b.test({hasher, 8});
    CHECK(same(x.queries, y.queries));
    CHECK(same(x.database, y.database));
    CHECK(a.quantiser({hasher, 8}).by[experiments::Coder::first].thresholds ==
          b.quantiser({hasher, 8}).by[experiments::Coder::first].thresholds);
  }
  // What takes features as they come sees another sample in another order.
  const Hasher linear = make_hasher("triplet+sbq:network=linear,epochs=3");
  CHECK_FALSE(arma::approx_equal(a.test({linear, 8}).queries, b.test({linear, 8}).queries,
                                 "absdiff", 1e-3F));
}

TEST_CASE("bags: generalised means see descriptors as they are stored") {
  // If places were centred, half of these values would be below 0, where all means are 1e-6.
  const Dataset listed = listed_bags();
  const Model model = learned(make_hasher("triplet+sbq:" + bag_network("pool=gem")), listed);
  CHECK(arma::all(model.mean == 0));
  CHECK(listed.features.min() > 0);
}

TEST_CASE("bags: a model of `train` gives the same codes whatever the order") {
  const Dataset listed = listed_bags();
  const TemporaryFolder folder;
  write_dataset(folder / "bags.h5", listed);
  const testing::Outcome outcome = testing::hashlab(
      fmt::format("train --data {} --hasher triplet+sbq:{} --groundtruth class --bits 16 --out {}",
                  folder / "bags.h5", bag_network("pool=bilinear"), folder / "model.h5"));
  CAPTURE(outcome.error);
  REQUIRE(outcome.status == 0);
  const Model model = read_model(folder / "model.h5");
  CHECK(model.encode(listed.features).words == model.encode(shuffled(listed).features).words);
}

TEST_CASE("bags: scales and means are those of local descriptors over all places") {
  NetworkSettings settings;
  settings.network = "bag";
  settings.locations = 2;
  // Two bags of two descriptors of two numbers: (0, 1), (2, 5) and (2, 1), (4, 5).
  const arma::fmat X = {{0, 4}, {1, 5}, {2, 2}, {5, 1}};
  const NetworkInput averaged = learned_input(settings, "standardised", X);
  CHECK(arma::approx_equal(averaged.offset, arma::fvec{2, 3}, "absdiff", 1e-6F));
  // Variances 2 and 4.
  const float r = std::sqrt(.5F);
  CHECK(arma::approx_equal(averaged.scale, arma::fvec{r, .5, r, .5}, "absdiff", 1e-6F));
  const arma::fmat expected = {{-2 * r, 0}, {-1, -1}, {0, 2 * r}, {1, 1}};
  CHECK(arma::approx_equal(averaged(X), expected, "absdiff", 1e-6F));
  settings.pool = "jcf";
  const NetworkInput pooled = learned_input(settings, "scaled", X);
  CHECK(pooled.offset.is_empty());
  CHECK(pooled.scale(0) == Approx(1 / std::sqrt(3)));
}

TEST_CASE("bags: their networks have a version of their own, those of other networks stay") {
  const auto recipe = [](const std::string& name) { return make_hasher(name).projection_recipe; };
  CHECK(recipe("triplet+sbq:network=mlp").starts_with("triplet/1 "));
  CHECK(recipe("triplet+sbq:network=small").starts_with("triplet/1 "));
  CHECK(recipe("triplet+sbq:network=bag").starts_with("triplet/2 "));
}

}  // namespace hashlab::bags_test
