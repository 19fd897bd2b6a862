#pragma once

#include "lib/metrics/metrics.h"
#include "results/compare/metric_results.h"
#include "results/record/record.h"
#include "results/report/recorded_runs.h"
#include "results/report/report_data.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::results {

/// Takes in the cells of one results folder, one at a time, and keeps of each its scores and a few
/// points of its curves.
class ReportGatherer {
 public:
  ReportGatherer(StudyFacts facts, std::vector<Metric> metrics);

  /// The curves of a split are drawn at the ranks of the first record that is seen. False if these
  /// are not known: it has neither counts nor the facts of its split.
  bool see(const CellRecord& record);
  /// Does a record of a split that was seen hold all that is wanted?
  bool is_complete(const CellRecord& record) const;
  /// Computes what it does not hold from its counts. Any number of threads may do so.
  void complete(CellRecord& record) const;
  /// A record with its counts, or a complete one. Metrics by code distance are left out for
  /// reference rankings.
  /// Errors:  numerical if a value is not finite; invalid_argument if the cell is there twice.
  void add(CellRecord record);
  void add_failed() { ++failed_; }

  /// Means, intervals, differences and sentences of all that was added.
  /// Errors:  not_found if nothing was.
  DatasetReport finish() const;

 private:
  struct Runs {
    std::map<std::string, RunValues> values, whole;  ///< by metric; see Metric::whole
    std::set<std::string> undefined;  ///< metrics without a value in a run, so without a mean
    std::vector<std::vector<double>> precision_at_recall, precision_top, recall_top, hit_top;
    double learn_seconds = 0, encode_seconds = 0, rank_seconds = 0;  ///< sums
    double cells = 0;
    RecordedRuns recorded;
  };
  /// The names of the metrics to show, and of those that tell what these leave out.
  std::vector<std::string> wanted_metrics(const CellRecord& record) const;
  ReportGroup group(const Combination& what, const Runs& runs) const;
  /// Of what was added, in the suite's order.
  MetricResults results_of(const std::string& metric) const;

  StudyFacts facts_;
  std::vector<Metric> metrics_;
  std::map<std::string, std::vector<std::size_t>> cutoffs_;
  std::map<Combination, Runs> runs_;
  std::map<std::string, ChanceValues> chance_;  ///< by metric
  std::map<std::string, std::map<std::size_t, std::map<std::string, double>>> split_facts_;
  std::map<std::string, std::map<std::string, std::size_t>> provenance_;
  std::size_t done_ = 0, failed_ = 0;
};

}  // namespace hashlab::results
