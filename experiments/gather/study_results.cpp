#include "experiments/gather/study_results.h"

#include "experiments/gather/notes/registry.h"
#include "experiments/gather/records.h"
#include "lib/error.h"
#include "lib/options.h"
#include "results/compare/chance.h"
#include "results/compare/split_differences.h"
#include "results/format/run_cells.h"
#include "results/record/counts_record.h"
#include "results/record/time_metrics.h"
#include "results/scores/recorded_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

/// What was found in the cells that were looked at so far.
struct FoundCells {
  std::size_t missing = 0, failed = 0, done = 0, with_codes = 0;
  std::vector<std::string> recorded;  ///< names of recorded metrics (see recorded_metric)
  std::set<std::string> seen;         ///< names of metrics that were looked up

  void add(const Cell& cell, const results::CellRecord& record) {
    ++done;
    with_codes += cell.method.has_codes() ? 1 : 0;
    for (const auto& [name, value] : record.metrics) {
      if (seen.insert(name).second && results::recorded_metric(name)) recorded.push_back(name);
    }
  }
};

/// False for metrics by code distance of cells without codes.
bool is_wanted(const Metric& metric, const Cell& cell) {
  return cell.method.has_codes() || !metric.by_code_distance;
}

/// Computes the metrics that the record of a finished cell lacks, from the counts in its file.
void complete_metrics(const std::vector<Metric>& metrics, const Cell& cell, const std::string& path,
                      results::CellRecord& record) {
  RankCounts counts;
  for (const Metric& m : metrics) {
    if (!is_wanted(m, cell) || !m.value || record.metrics.contains(m.name)) continue;
    if (counts.n_queries == 0) counts = results::read_counts_of(path);
    record.metrics[m.name] = m.value(counts);
  }
}

/// Adds the times of a cell to its metrics.
void add_times(results::CellRecord& record, std::vector<std::string>& recorded) {
  for (const results::TimeMetric& time : results::time_metrics()) {
    const auto seconds = time.of(record);
    if (!seconds) continue;
    record.metrics[time.name] = *seconds;
    results::add_once(recorded, time.name);
  }
}

void add_rows(const std::vector<Metric>& metrics, const Cell& cell,
              const results::CellRecord& record, StudyResults& results) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Metric& m : metrics) {
    const auto value = record.metrics.find(m.name);
    if (!is_wanted(m, cell) || value == record.metrics.end()) continue;
    results.rows.push_back({results.manifest.dataset.name, cell.split, cell.method.name(),
                            cell.bits, cell.run, m.name,
                            results::has_value(m, record) ? value->second : nan, cell.direction});
  }
}

/// Adds the scores of a random ranking for the split and run of a cell. If the summary does not
/// contain them, they are computed from the counts.
void add_chance(const std::vector<Metric>& metrics, const Cell& cell, const std::string& path,
                results::CellRecord& record, StudyResults& results) {
  for (const Metric& m : metrics) {
    if (!m.value) continue;
    results::RunValues& runs = results.chance[m.name][cell.split];
    if (runs.contains(cell.run) || !results::has_value(m, record)) continue;
    auto score = results::score_by_chance(m, record);
    if (!score) {
      record.counts = results::read_counts_of(path);
      score = results::score_by_chance(m, record);
    }
    if (score) runs[cell.run] = *score;
  }
}

/// Refuses what no finished cell can have a row for.
void check_found(const std::vector<Metric>& metrics, const FoundCells& found,
                 const ResultsFolder& folder) {
  for (const Metric& m : metrics) {
    if (!m.by_code_distance || found.done == 0 || found.with_codes > 0) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: metric '{}' counts within radii of code distances, and no cell "
                            "that is done has codes; ask for one by rank, such as "
                            "'precision-top@100'",
                            folder.path, m.name));
  }
  for (const Metric& m : metrics) {
    if (m.value || found.done == 0) continue;
    if (results::contains(found.recorded, m.name)) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: no cell recorded '{}'{}, there are: {}", folder.path, m.name,
                            suggestion(m.name, found.recorded), results::listed(found.recorded)));
  }
}

}  // namespace

Metric result_metric(std::string_view name) {
  const auto recorded = results::recorded_metric(name);
  return recorded ? *recorded : metric(name);
}

std::vector<Metric> requested_metrics(const std::vector<std::string>& names, const Suite& suite) {
  std::vector<Metric> metrics;
  for (const std::string& name : names.empty() ? suite.metrics : names) {
    metrics.push_back(result_metric(name));
  }
  return metrics;
}

StudyResults read_results(const ResultsFolder& folder, Manifest manifest,
                          const std::vector<Metric>& metrics, const results::ShownPart& shown) {
  for (const Metric& m : metrics) {
    const std::string beyond = beyond_reach(manifest.suite, m);
    if (!beyond.empty()) refuse(beyond);
  }
  StudyResults results{folder.name(), std::move(manifest), {}, {}, {}};
  const Suite& suite = results.manifest.suite;
  const bool has_strategies = !results::comparable_strategies(suite.splits).empty();
  std::vector<std::string> names;
  for (const Metric& m : metrics) names.push_back(m.name);
  const std::vector<std::unique_ptr<Note>> notes = all_notes({results.manifest, shown, names});
  FoundCells found;
  const auto complete = [&](const Cell& cell, results::StoredCell& record) {
    if (record.failure.empty()) complete_metrics(metrics, cell, folder.cell_path(cell), record);
  };
  const auto add = [&](const Cell& cell, std::optional<results::StoredCell> record) {
    if (!record || !record->failure.empty()) {
      ++(record ? found.failed : found.missing);
      return;
    }
    found.add(cell, *record);
    for (const auto& note : notes) note->add(cell, *record);
    add_times(*record, found.recorded);
    add_rows(metrics, cell, *record, results);
    if (has_strategies) add_chance(metrics, cell, folder.cell_path(cell), *record, results);
  };
  for_each_record(folder, results.manifest, complete, add);
  check_found(metrics, found, folder);
  if (results.rows.empty()) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: no cell is done yet; 'hashlab status {}' tells more", folder.path,
                            folder.path));
  }
  for (const auto& note : notes) {
    for (std::string& line : note->lines()) results.footnotes.push_back(std::move(line));
  }
  if (found.missing + found.failed > 0) {
    results.footnotes.push_back(fmt::format("incomplete: {} of {} cells are missing, {} failed",
                                            found.missing, results.manifest.cells.size(),
                                            found.failed));
  }
  return results;
}

}  // namespace hashlab::experiments
