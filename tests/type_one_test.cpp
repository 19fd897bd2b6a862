#include "lib/parallel.h"
#include "lib/rng.h"
#include "results/inference.h"
#include "tests/null_study.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

std::string percent(const Rejected& share) {
  return fmt::format("corrected {:.1f} %, uncorrected {:.1f} %, Wilcoxon {:.1f} % of {}",
                     100 * share.corrected, 100 * share.uncorrected, 100 * share.wilcoxon,
                     share.comparisons);
}

/// Scores as sums over rows: a row drawn as query or for training adds its part, one value of the data
/// set each, and a run adds chance of its own.
struct AdditiveStudy {
  std::size_t n = 1200, queries = 60, training = 120, runs = 10;
};

std::vector<double> additive_differences(const AdditiveStudy& study, const Rng& rng) {
  std::vector<double> as_query(study.n), as_training(study.n);
  Rng rows = rng.stream("rows");
  for (std::size_t i = 0; i < study.n; ++i) {
    as_query[i] = rows.normal();
    as_training[i] = rows.normal();
  }
  std::vector<double> differences;
  for (std::size_t run = 0; run < study.runs; ++run) {
    std::vector<std::uint32_t> order(study.n);
    for (std::size_t i = 0; i < study.n; ++i) order[i] = static_cast<std::uint32_t>(i);
    rng.stream("run", run).shuffle(order);
    double query = 0, training = 0;
    for (std::size_t i = 0; i < study.queries; ++i) query += as_query[order[i]];
    for (std::size_t i = 0; i < study.training; ++i) {
      training += as_training[order[study.queries + i]];
    }
    differences.push_back(query / static_cast<double>(study.queries) +
                          training / static_cast<double>(study.training));
  }
  return differences;
}

std::map<std::string, std::vector<std::vector<double>>> differences_of(const NullStudy& study,
                                                                       std::size_t datasets) {
  std::vector<std::map<std::string, std::vector<double>>> found(datasets);
  parallel(2, datasets, [&](std::size_t i) { found[i] = null_differences(study, i); });
  std::map<std::string, std::vector<std::vector<double>>> by_comparison;
  for (const auto& dataset : found) {
    for (const auto& [comparison, differences] : dataset) {
      by_comparison[comparison].push_back(differences);
    }
  }
  return by_comparison;
}

/// Of a quantity whose expectation is not zero, as seen over many data sets.
void centre(std::vector<std::vector<double>>& differences) {
  double sum = 0, n = 0;
  for (const auto& d : differences) {
    for (const double x : d) {
      sum += x;
      n += 1;
    }
  }
  for (auto& d : differences) {
    for (double& x : d) x -= sum / n;
  }
}

/// Every comparison of a study is rejected at 5 % +- 2 points; the shares are printed.
void check_levels(const NullStudy& study, std::size_t datasets, double least = 0.03) {
  const double hashers = resampling_ratio(study.queries, study.training, study.n);
  const double strategies = strategy_ratio(study.queries, study.n);
  for (auto& entry : differences_of(study, datasets)) {
    const std::string& comparison = entry.first;
    std::vector<std::vector<double>>& differences = entry.second;
    if (comparison.ends_with(" A") || comparison.starts_with("score")) centre(differences);
    const bool of_strategies =
        comparison.find(" - improved") != std::string::npos || comparison.starts_with("optimism");
    const Rejected share = rejected(differences, of_strategies ? strategies : hashers);
    MESSAGE(study.queries, " + ", study.training, " of ", study.n, ", ", study.hasher, ", ",
            comparison, ": ", percent(share));
    CAPTURE(comparison);
    CHECK(share.comparisons == datasets);
    CHECK(share.corrected <= 0.07);
    CHECK(share.corrected >= least);
  }
}

}  // namespace

TEST_CASE("type I error: additive scores of overlapping draws, 2,000 null comparisons") {
  const AdditiveStudy study;
  std::vector<std::vector<double>> differences;
  for (std::size_t i = 0; i < 2000; ++i) {
    differences.push_back(additive_differences(study, Rng(7).stream("data set", i)));
  }
  const Rejected share =
      rejected(differences, resampling_ratio(study.queries, study.training, study.n));
  MESSAGE(percent(share));
  CHECK(share.corrected >= 0.03);
  CHECK(share.corrected <= 0.07);
  CHECK(share.uncorrected > share.corrected + 0.02);
}

TEST_CASE("type I error: the study's hashers are equals and its draws those of the seed") {
  NullStudy study;
  study.n = 300;
  study.runs = 3;
  const auto first = null_differences(study, 5), again = null_differences(study, 5);
  CHECK(first == again);
  CHECK(first != null_differences(study, 6));
  for (const auto& [comparison, differences] : first) CHECK(differences.size() == 3);
}

TEST_SUITE("slow") {
  TEST_CASE("type I error: hashers and strategies at the fractions of the suites, 1,000 each") {
    NullStudy study;  // 1,000 queries and 2,000 training rows of 60,000, by fifty
    study.queries = 20;
    study.training = 40;
    study.validation_queries = 20;
    study.validation_database = 200;
    check_levels(study, 1000);
  }

  TEST_CASE("type I error: hashers and strategies at three times these fractions, 1,000 each") {
    check_levels(NullStudy{}, 1000);
  }

  TEST_CASE("type I error: hashers and strategies at the fractions of 15-Scene, 1,000 each") {
    NullStudy study;
    study.n = 900;
    study.queries = 90;
    study.training = 180;
    study.validation_queries = 90;
    study.validation_database = 180;
    check_levels(study, 1000,
                 0.02);  // differences between strategies are a little too careful here
  }
}
