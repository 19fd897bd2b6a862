#include "lib/parallel.h"
#include "lib/rng.h"
#include "results/statistics/inference.h"
#include "results/table/table.h"
#include "tests/support/null_study.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace hashlab::type_one_test {

using namespace results;
using namespace testing;

namespace {

std::string percent(const Rejected& share) {
  return fmt::format("corrected {:.1f} %, uncorrected {:.1f} %, Wilcoxon {:.1f} % of {}",
                     100 * share.corrected, 100 * share.uncorrected, 100 * share.wilcoxon,
                     share.comparisons);
}

/// Scores as sums over rows: a row drawn as query or for training adds its part, one value of the
/// data set each, and a run adds chance of its own.
struct AdditiveStudy {
  std::size_t n = 1200, queries = 60, training = 120, runs = 10;
};

/// The scores of one hasher, one a run; all hashers share the draws.
std::vector<double> additive_scores(const AdditiveStudy& study, const Rng& rng,
                                    std::size_t hasher = 0) {
  std::vector<double> as_query(study.n), as_training(study.n);
  Rng rows = rng.stream("rows", hasher);
  for (std::size_t i = 0; i < study.n; ++i) {
    as_query[i] = rows.normal();
    as_training[i] = rows.normal();
  }
  std::vector<double> scores;
  for (std::size_t run = 0; run < study.runs; ++run) {
    std::vector<std::uint32_t> order(study.n);
    for (std::size_t i = 0; i < study.n; ++i) order[i] = static_cast<std::uint32_t>(i);
    rng.stream("run", run).shuffle(order);
    double query = 0, training = 0;
    for (std::size_t i = 0; i < study.queries; ++i) query += as_query[order[i]];
    for (std::size_t i = 0; i < study.training; ++i) {
      training += as_training[order[study.queries + i]];
    }
    scores.push_back(query / static_cast<double>(study.queries) +
                     training / static_cast<double>(study.training));
  }
  return scores;
}

std::vector<NullResults> results_of(const NullStudy& study, std::size_t datasets) {
  std::vector<NullResults> found(datasets);
  parallel(2, datasets, [&](std::size_t i) { found[i] = null_results(study, i); });
  return found;
}

std::map<std::string, std::vector<std::vector<double>>> differences_of(
    const std::vector<NullResults>& results) {
  std::map<std::string, std::vector<std::vector<double>>> by_comparison;
  for (const NullResults& dataset : results) {
    for (const auto& [comparison, differences] : dataset.differences) {
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

/// Does the first grid of a table mark anything in the column of a split (the first of two, or
/// both)?
bool marks_any(const Table& table, std::size_t first_column, std::size_t columns) {
  for (const TableRow& row : table.grids.front().rows) {
    for (std::size_t c = first_column; c < first_column + columns; ++c) {
      if (row.cells.at(c).significance != 0) return true;
    }
  }
  return false;
}

/// The table of results with the baseline `baseline`.
Table table_of(const std::vector<ResultRow>& rows, const std::string& baseline, PairedTest test,
               double ratio) {
  TableOptions options;
  options.metric = rows.front().metric;
  options.baseline = baseline;
  options.test = test;
  options.hasher_ratio = ratio;
  return make_table(rows, options, {});
}

/// Every comparison of a study is rejected at 5 % +- 2 points, and so often tables mark hasher B
/// against A, under either strategy; the shares are printed.
void check_levels(const NullStudy& study, std::size_t datasets, double least = 0.03) {
  const double hashers = resampling_ratio(study.queries, study.training, study.n);
  const double strategies = strategy_ratio(study.queries, study.n);
  const std::vector<NullResults> results = results_of(study, datasets);
  std::map<std::string, double> corrected;
  for (auto& entry : differences_of(results)) {
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
    corrected[comparison] = share.corrected;
  }
  std::map<std::string, double> marked;
  for (const NullResults& dataset : results) {
    const Table table = table_of(dataset.rows, "A+sbq", PairedTest::corrected, hashers);
    const double one = 1.0 / static_cast<double>(datasets);
    if (marks_any(table, 0, 1)) marked["A - B literature"] += one;
    if (marks_any(table, 1, 1)) marked["A - B improved"] += one;
  }
  for (const auto& entry : marked) {
    CAPTURE(entry.first);
    CHECK(entry.second == doctest::Approx(corrected.at(entry.first)));
  }
  CHECK(marked.size() == 2);
}

}  // namespace

TEST_CASE("type I error: additive scores of overlapping draws, 2,000 null comparisons") {
  const AdditiveStudy study;
  std::vector<std::vector<double>> differences;
  for (std::size_t i = 0; i < 2000; ++i) {
    differences.push_back(additive_scores(study, Rng(7).stream("data set", i)));
  }
  const Rejected share =
      rejected(differences, resampling_ratio(study.queries, study.training, study.n));
  MESSAGE(percent(share));
  CHECK(share.corrected >= 0.03);
  CHECK(share.corrected <= 0.07);
  CHECK(share.uncorrected > share.corrected + 0.02);
}

TEST_CASE("type I error: a table of six equal hashers marks any of them in 5 % of tables or less") {
  // Five marks a table, on additive scores. Uncorrected Wilcoxon marks are there to be asked for
  // only.
  const AdditiveStudy study;
  const double ratio = resampling_ratio(study.queries, study.training, study.n);
  double corrected = 0, wilcoxon = 0;
  constexpr std::size_t tables = 1000;
  for (std::size_t i = 0; i < tables; ++i) {
    const Rng rng = Rng(11).stream("data set", i);
    std::vector<ResultRow> rows;
    for (std::size_t h = 0; h < 6; ++h) {
      const std::vector<double> scores = additive_scores(study, rng, h);
      for (std::size_t run = 0; run < scores.size(); ++run) {
        rows.push_back(
            {"null", "improved", fmt::format("p{}+sbq", h), 32, run, "map", scores[run]});
      }
    }
    corrected += marks_any(table_of(rows, "p0+sbq", PairedTest::corrected, ratio), 0, 1) ? 1 : 0;
    wilcoxon += marks_any(table_of(rows, "p0+sbq", PairedTest::wilcoxon, ratio), 0, 1) ? 1 : 0;
  }
  MESSAGE("tables with a mark: corrected ", 100 * corrected / tables, " %, Wilcoxon ",
          100 * wilcoxon / tables, " %");
  CHECK(corrected / tables <= 0.07);
  CHECK(corrected / tables >= 0.02);  // Holm is careful where tests go together
  CHECK(wilcoxon / tables > 0.2);
}

TEST_CASE("type I error: the study's hashers are equals and its draws those of the seed") {
  NullStudy study;
  study.n = 300;
  study.runs = 3;
  const NullResults first = null_results(study, 5);
  CHECK(first.differences == null_results(study, 5).differences);
  CHECK(first.differences != null_results(study, 6).differences);
  for (const auto& [comparison, differences] : first.differences) CHECK(differences.size() == 3);
  CHECK(first.rows.size() == 2 * 2 * 3);
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

}  // namespace hashlab::type_one_test
