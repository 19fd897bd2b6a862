#include "experiments/gather/collect.h"

#include "experiments/gather/choices.h"
#include "experiments/gather/collapsed_codes.h"
#include "experiments/gather/fixed_splits.h"
#include "experiments/gather/records.h"
#include "experiments/gather/rounding_notes.h"
#include "experiments/gather/shorter_codes.h"
#include "experiments/suite/foreign_claims.h"
#include "lib/error.h"
#include "lib/options.h"
#include "results/compare/chance.h"
#include "results/compare/split_differences.h"
#include "results/format/run_cells.h"
#include "results/record/fact_names.h"
#include "results/record/time_metrics.h"
#include "results/scores/recorded_metric.h"
#include "results/statistics/run_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The facts of one split, stored once for each run, with their means over runs.
struct SplitFacts {
  std::map<std::size_t, std::map<std::string, double>> of_run;

  double mean(const std::string& fact) const {
    double sum = 0;
    for (const auto& [run, facts] : of_run) sum += facts.contains(fact) ? facts.at(fact) : 0;
    return sum / static_cast<double>(of_run.size());
  }
};

std::string skew_note(const std::string& split, const SplitFacts& facts) {
  return fmt::format(
      "{}: {:.0f} queries rank {:.0f} items; mean {:.1f}, median {:.1f} relevant items a query, "
      "{:.1f} % of queries with none",
      split, facts.mean(results::fact_names::test_queries),
      facts.mean(results::fact_names::test_database),
      facts.mean(results::fact_names::relevant_mean),
      facts.mean(results::fact_names::relevant_median),
      100 * facts.mean(results::fact_names::queries_without_relevant));
}

/// Adds the scores of a random ranking for the split and run of a cell. If the summary does not
/// contain them, they are computed from the counts.
void add_chance(std::map<std::string, results::ChanceValues>& chance,
                const std::vector<Metric>& metrics, const ResultsFolder& folder, const Cell& cell,
                const results::CellRecord& record) {
  std::optional<results::StoredCell> whole;
  for (const Metric& m : metrics) {
    if (!m.value || chance[m.name][cell.split].contains(cell.run)) continue;
    auto score = results::score_by_chance(m, record);
    if (!score) {
      if (!whole) whole = read_cell_of(folder, cell, /*with_counts=*/true);
      score = results::score_by_chance(m, *whole);
    }
    if (score) chance[m.name][cell.split][cell.run] = *score;
  }
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// False for metrics by code distance of cells without codes.
bool is_wanted(const Metric& metric, const Cell& cell) {
  return cell.method.has_codes() || !metric.by_code_distance;
}

}  // namespace

Metric result_metric(std::string_view name) {
  const auto recorded = results::recorded_metric(name);
  return recorded ? *recorded : metric(name);
}

Collected collect(const ResultsFolder& folder, const Manifest& manifest,
                  const std::vector<std::string>& metrics, const results::ShownPart& shown) {
  std::vector<Metric> wanted;
  for (const std::string& name : metrics) {
    wanted.push_back(result_metric(name));
    const std::string beyond = beyond_reach(manifest.suite, wanted.back());
    if (!beyond.empty()) refuse(beyond);
  }
  Collected result;
  std::map<std::string, SplitFacts> facts;
  Choices choices(manifest.suite);
  FixedSplits fixed;
  CollapsedCodes collapsed;
  RoundingNotes rounding;
  ShorterCodes shorter;
  std::vector<std::string> recorded;  // see recorded_metric
  std::set<std::string> seen;         // names already looked up
  const bool has_strategies = !results::comparable_strategies(manifest.suite.splits).empty();
  std::size_t missing = 0, failed = 0, references = 0;
  const auto complete = [&](const Cell& cell, results::StoredCell& record) {
    if (!record.failure.empty()) return;
    RankCounts counts;
    for (const Metric& m : wanted) {
      if (!is_wanted(m, cell) || !m.value || record.metrics.contains(m.name)) continue;
      if (counts.n_queries == 0) counts = results::read_cell(folder.cell_path(cell), true).counts;
      record.metrics[m.name] = m.value(counts);
    }
  };
  const auto add = [&](const Cell& cell, std::optional<results::StoredCell> found) {
    if (!found) {
      ++missing;
      return;
    }
    results::StoredCell& record = *found;
    if (!record.failure.empty()) {
      ++failed;
      return;
    }
    references += cell.method.has_codes() ? 0 : 1;
    choices.add(cell, record);
    if (shown.shows_split(cell.split)) fixed.add(cell, record);
    collapsed.add(cell, record);
    rounding.add(cell, record);
    shorter.add(cell, record);
    for (const auto& [name, value] : record.metrics) {
      if (seen.insert(name).second && results::recorded_metric(name)) recorded.push_back(name);
    }
    for (const results::TimeMetric& time : results::time_metrics()) {
      const auto seconds = time.of(record);
      if (!seconds) continue;
      record.metrics[time.name] = *seconds;
      results::add_once(recorded, time.name);
    }
    for (const Metric& m : wanted) {
      const auto value = record.metrics.find(m.name);
      if (!is_wanted(m, cell) || value == record.metrics.end()) continue;
      const bool is_value = results::has_value(m, record);
      result.rows.push_back({manifest.dataset.name, cell.split, cell.method.name(), cell.bits,
                             cell.run, m.name, is_value ? value->second : nan, cell.direction});
    }
    if (has_strategies) add_chance(result.chance, wanted, folder, cell, record);
    facts[cell.split].of_run[cell.run] = std::move(record.facts);
  };
  for_each_record(folder, manifest, complete, add);
  const bool no_codes = references > 0 && missing + failed + references == manifest.cells.size();
  for (const Metric& m : wanted) {
    if (!m.by_code_distance || !no_codes) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: metric '{}' counts within radii of code distances, and no cell "
                            "that is done has codes; ask for one by rank, such as "
                            "'precision-top@100'",
                            folder.path, m.name));
  }
  for (const Metric& m : wanted) {
    if (m.value || missing + failed == manifest.cells.size()) continue;
    if (std::find(recorded.begin(), recorded.end(), m.name) != recorded.end()) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: no cell recorded '{}'{}, there are: {}", folder.path, m.name,
                            suggestion(m.name, recorded), results::listed(recorded)));
  }
  if (result.rows.empty()) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: no cell is done yet; 'hashlab status {}' tells more", folder.path,
                            folder.path));
  }
  result.footnotes.push_back(fmt::format("ground truth {}", manifest.suite.ground_truth.recipe()));
  for (const std::string& split : manifest.suite.splits) {
    if (!facts.contains(split) || !shown.shows_split(split)) continue;
    result.footnotes.push_back(skew_note(split, facts[split]));
  }
  result.footnotes.push_back(fmt::format(
      "data set {}: {} x {}, checksum {}",
      results::name_in_direction(manifest.dataset.name, folder.direction), manifest.dataset.size,
      manifest.dataset.dimensions, manifest.dataset.checksum.substr(0, 16)));
  const double repeats = facts.begin()->second.mean(results::fact_names::duplicates_excluded);
  if (repeats > 0) {
    result.footnotes.push_back(
        fmt::format("{:.0f} rows that equal an earlier one take no part", repeats));
  }
  for (std::string& note : fixed.notes()) result.footnotes.push_back(std::move(note));
  for (std::string& note : collapsed.notes()) result.footnotes.push_back(std::move(note));
  for (std::string& note : rounding.notes()) result.footnotes.push_back(std::move(note));
  for (std::string& note : shorter.notes()) result.footnotes.push_back(std::move(note));
  for (std::string& note : doubtful_training(manifest.cells)) {
    result.footnotes.push_back(std::move(note));
  }
  for (std::string& note : choices.notes()) result.footnotes.push_back(std::move(note));
  if (missing + failed > 0) {
    result.footnotes.push_back(fmt::format("incomplete: {} of {} cells are missing, {} failed",
                                           missing, manifest.cells.size(), failed));
  }
  return result;
}

}  // namespace hashlab::experiments
