// The exact solver is never beaten by the thesis's search: on small data, and on every dimension of
// every run of a study like those of thesis chapters 4 and 5.

#include "experiments/learn/learner.h"
#include "experiments/suite/suite_file.h"
#include "hashers/quantisers/npq/evolution.h"
#include "hashers/quantisers/npq/exact.h"
#include "lib/data/dataset.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::npq_proof_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

struct Comparison {
  std::size_t dimensions = 0, equal = 0, greater = 0, less = 0;
  double share = 0;  ///< sum of F evolved / F proved

  /// One line of what was found.
  std::string text() const {
    return fmt::format(
        "{} dimensions: exact greater on {}, equal on {}, less on {}; evolution "
        "reaches {:.5f} of the optimum on average",
        dimensions, greater, equal, less, share / static_cast<double>(dimensions));
  }
};

/// Proves F_1 on each column of Y with T thresholds, and lets the search try. F is computed from
/// the cuts in the same way for both.
void compare(const arma::fmat& Y, const NeighbourGraph& S, std::size_t T, const Rng& rng,
             Comparison& found) {
  const npq::Objective F1 = npq::make_objective(1.0, 1.0);
  for (std::size_t k = 0; k < Y.n_cols; ++k) {
    const npq::Line line = npq::make_line(std::span<const float>(Y.colptr(k), Y.n_rows), S);
    const npq::Cuts cuts = npq::evolve(line, F1, T, {}, rng.stream("npq.evolution", k));
    const double evolved = npq::evaluate(line, F1, cuts);
    const double proved = npq::evaluate(line, F1, npq::maximise_ratio(line, F1, T).cuts);
    ++found.dimensions;
    ++(proved > evolved ? found.greater : proved == evolved ? found.equal : found.less);
    found.share += proved > 0 ? evolved / proved : 1.0;
  }
}

}  // namespace

TEST_CASE("npq proof: exact F is at least evolved F on every dimension of small data") {
  const Dataset dataset = small_dataset(300, 12);
  TrainingSet data{dataset.features, class_neighbours(dataset.labels, rows_below(300)),
                   dataset.labels};
  data.X.each_col() -= arma::fvec(arma::mean(data.X, 1));
  Comparison found;
  for (const char* name : {"lsh+npq", "pca+npq", "itq+npq", "sh+npq", "sklsh+npq"}) {
    for (const std::size_t T : {1u, 3u, 7u, 15u}) {
      const auto projector = make_hasher(name).projection().learn(data, 8, Rng(1));
      compare(projector->project(data.X), data.S, T, Rng(2), found);
    }
  }
  CHECK(found.dimensions == 160);
  CHECK(found.less == 0);
  CHECK(found.greater > 0);
  MESSAGE(found.text());
}

TEST_SUITE("slow") {
  TEST_CASE("npq proof: exact F is at least evolved F on every dimension of ten runs on CIFAR-10") {
    const std::string data = real_data({"cifar10_gist512.h5"});
    if (data.empty()) return;
    const Suite suite = parse_suite(
        "name = proof\ndataset = cifar10_gist512\n"
        "groundtruth = epsilon:neighbours=50,samples=100\nhasher = lsh+npq\nbits = 32\n"
        "split = literature\nruns = 10\nseed = 1\ntest-queries = 1000\nvalidation-queries = 1000\n"
        "validation-database = 10000\ntraining = 2000\n",
        "proof", {});
    const Dataset dataset = read_dataset(data + "/cifar10_gist512.h5");
    const Study study(dataset, suite);
    std::vector<Comparison> by_thresholds(4);
    for (std::size_t run = 1; run <= suite.runs; ++run) {
      const RunContext context = make_run_context(study, "literature", run);
      Learner learner(study, context);
      for (const char* projection : {"lsh", "pca", "itq", "sh", "sklsh"}) {
        for (std::size_t b = 1; b <= 4; ++b) {
          const std::size_t T = (std::size_t{1} << b) - 1;
          const Hasher hasher =
              make_hasher(fmt::format("{}+npq:thresholds={}{}", projection, T,
                                      std::string(projection) == "sklsh" ? ",gamma=1" : ""));
          const arma::fmat& Y =
              learner.projection({hasher, hasher.dimensions(32)}).by[Coder::first].training;
          compare(Y, context.training.S, T, Rng(run), by_thresholds[b - 1]);
        }
      }
    }
    for (std::size_t b = 1; b <= 4; ++b) {
      const Comparison& found = by_thresholds[b - 1];
      MESSAGE("T = " << (1 << b) - 1 << ": " << found.text());
      CHECK(found.dimensions == 5 * 10 * (32 / b));
      CHECK(found.less == 0);
    }
  }
}

}  // namespace hashlab::npq_proof_test
