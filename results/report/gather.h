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

/// Collects the cells of one results folder, one at a time. It keeps the scores of each cell and a
/// few points of its curves.
class ReportGatherer {
 public:
  ReportGatherer(StudyFacts facts, std::vector<Metric> metrics);

  /// Determines the ranks at which the curves of the record's split are drawn, if no earlier record
  /// of this split has determined them. Returns false if the ranks are still undetermined, because
  /// the record has neither counts nor the size of the test database.
  bool see(const CellRecord& record);
  /// True if the record holds all values that add() needs, so that its counts are not needed. Call
  /// see() for this record, or for another one of its split, first.
  bool is_complete(const CellRecord& record) const;
  /// Computes missing values of a record from its counts. Several threads may call it at the same
  /// time, but not during a call of see() or add().
  void complete(CellRecord& record) const;
  /// Adds a record that is complete or has its counts. Metrics by code distance are left out for
  /// embeddings and uncompressed baselines, because these are ranked without codes.
  /// Errors:  numerical if a value is not finite; invalid_argument if the cell was added before.
  void add(CellRecord record);
  void add_failed() { ++failed_; }

  /// Means, intervals, differences and sentences for all added records.
  /// Errors:  not_found if there are none.
  DatasetReport finish() const;

 private:
  /// The values of one split x hasher x bits, collected over its runs.
  struct Runs {
    std::map<std::string, RunValues> values, whole;  ///< by metric; see Metric::whole
    std::set<std::string> undefined;  ///< metrics that are undefined in a run, and so have no mean
    std::vector<std::vector<double>> precision_at_recall, precision_top, recall_top, hit_top;
    double learn_seconds = 0, encode_seconds = 0, rank_seconds = 0;  ///< sums
    double cells = 0;
    RecordedRuns recorded;
  };
  /// The names of the metrics that a record must have. These are the metrics to show that apply to
  /// it and can be computed from counts; for each metric to show that leaves out a part of its
  /// curve, the metric of the whole curve (Metric::whole); and the metrics of the re-ranking
  /// settings, whose values before re-ranking are needed for comparison.
  std::vector<std::string> wanted_metrics(const CellRecord& record) const;
  ReportGroup group(const Combination& what, const Runs& runs) const;
  /// The results of one metric in the records added so far, in the order of the experiment file.
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
