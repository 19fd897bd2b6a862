#pragma once

#include "results/record/record.h"
#include "results/report/report_data.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// The values of re-ranking and label scores in the runs of one split x hasher x bits, as far as
/// the cells hold them.
class RecordedRuns {
 public:
  /// Adds one run. The metrics of its record must be complete, see ReportGatherer::complete.
  /// Errors:  numerical if a value is not finite.
  void add(const CellRecord& record, const StudyFacts& facts);

  RerankCurves reranking(const RerankSweep& sweep) const;
  /// The generalisation gaps of the label scores named in `scores`, as far as the runs have them.
  /// `ratio`: see corrected_resampled_t.
  std::map<std::string, LabelGap> gaps(const std::vector<std::string>& scores, double ratio) const;

 private:
  void add(const std::string& name, const CellRecord& record, double value);
  /// A band with one point for each name; empty unless every one of them has values.
  Band band_of_all(const std::vector<std::string>& names) const;

  /// The bounds of a label score; none if no run has them.
  std::optional<GroupBounds> bounds_of(const std::string& score) const;

  std::map<std::string, RunValues> values_;  ///< by metric, fact, or time (s per query)
};

}  // namespace hashlab::results
