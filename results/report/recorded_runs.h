#pragma once

#include "results/record/record.h"
#include "results/report/report_data.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// What the runs of one split x hasher x bits hold of the suite's re-ranking and scores by labels,
/// as far as they hold it.
class RecordedRuns {
 public:
  /// Takes in one run, whose metrics of rankings are complete.
  /// Errors:  numerical if a value is not finite.
  void add(const CellRecord& record, const StudyFacts& facts);

  RerankCurves reranking(const RerankSweep& sweep) const;
  /// By score. `ratio` is that of the corrected resampled t.
  std::map<std::string, LabelGap> gaps(const std::vector<std::string>& scores, double ratio) const;

 private:
  void add(const std::string& name, const CellRecord& record, double value);
  /// Empty unless every one of them is there.
  Band band_of_all(const std::vector<std::string>& names) const;

  /// Of a score by labels; nothing if no run has any.
  std::optional<GroupBounds> bounds_of(const std::string& score) const;

  std::map<std::string, RunValues> values_;  ///< by metric, or time: seconds a query; or fact
};

}  // namespace hashlab::results
