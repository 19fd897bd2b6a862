#include "results/compare/comparison_record.h"

#include "lib/options.h"

#include <algorithm>
#include <cmath>

namespace hashlab::results {
namespace {

const CsvRecord columns = {
    "dataset",    "metric",   "kind",           "bits",        "split_a",       "hasher_a",
    "split_b",    "hasher_b", "other_hasher",   "runs",        "mean_a",        "mean_b",
    "difference", "sd",       "standard_error", "low",         "high",          "t",
    "p",          "p_holm",   "p_wilcoxon",     "dz",          "rank_biserial", "wins",
    "ties",       "losses",   "relative",       "runs_beyond", "tau",           "winner_a",
    "winner_b"};

/// A record in which every column stays empty until it is set.
class Line {
 public:
  Line(const MetricResults& results, const std::string& kind, CodeBits bits)
      : fields_(columns.size()) {
    set("dataset", results.dataset);
    set("metric", results.metric);
    set("kind", kind);
    set("bits", std::to_string(stored_bits(bits)));
  }

  void set(const std::string& column, const std::string& text) {
    fields_[static_cast<std::size_t>(std::find(columns.begin(), columns.end(), column) -
                                     columns.begin())] = text;
  }
  void set(const std::string& column, double value) {
    if (std::isfinite(value)) set(column, number_text(value));
  }
  void set(const std::string& column, const std::optional<double>& value) {
    if (value) set(column, *value);
  }
  void set(const ResampledT& test) {
    set("runs", std::to_string(test.n));
    if (test.n < 2) return;
    set("sd", test.sd);
    set("standard_error", test.standard_error);
    set("low", test.low);
    set("high", test.high);
  }

  CsvRecord fields() && { return std::move(fields_); }

 private:
  CsvRecord fields_;
};

}  // namespace

CsvRecord comparison_header() {
  return columns;
}

CsvRecord comparison_record(const MetricResults& results, const std::string& kind,
                            const PairedComparison& comparison, const std::string& other_hasher) {
  Line line(results, kind, comparison.first.bits);
  line.set("split_a", comparison.first.split);
  line.set("hasher_a", comparison.first.hasher);
  line.set("split_b", comparison.second.split);
  line.set("hasher_b", comparison.second.hasher);
  line.set("other_hasher", other_hasher);
  line.set(comparison.difference);
  line.set("mean_a", comparison.mean_first);
  line.set("mean_b", comparison.mean_second);
  line.set("difference", comparison.difference.mean);
  if (comparison.difference.n > 1) {
    line.set("t", comparison.difference.t);
    line.set("p", comparison.difference.p_value);
    line.set("p_holm", comparison.p_holm);
    line.set("p_wilcoxon", comparison.p_wilcoxon);
  }
  line.set("dz", comparison.dz);
  line.set("rank_biserial", comparison.rank_biserial);
  line.set("wins", std::to_string(comparison.runs.wins));
  line.set("ties", std::to_string(comparison.runs.ties));
  line.set("losses", std::to_string(comparison.runs.losses));
  line.set("relative", comparison.relative);
  if (comparison.beyond) line.set("runs_beyond", std::to_string(*comparison.beyond));
  return std::move(line).fields();
}

CsvRecord chance_record(const MetricResults& results, const ChanceDifference& difference) {
  Line line(results, chance, std::nullopt);
  line.set("split_a", difference.first);
  line.set("hasher_a", chance);
  line.set("split_b", difference.second);
  line.set("hasher_b", chance);
  line.set("runs", std::to_string(difference.runs));
  line.set("mean_a", difference.mean_first);
  line.set("mean_b", difference.mean_second);
  line.set("difference", difference.difference());
  return std::move(line).fields();
}

CsvRecord ranking_record(const MetricResults& results, const RankingChange& change,
                         const std::string& first, const std::string& second) {
  Line line(results, "ranking", change.bits);
  line.set("split_a", first);
  line.set("split_b", second);
  line.set("tau", change.tau);
  line.set("winner_a", change.winner_first);
  line.set("winner_b", change.winner_second);
  return std::move(line).fields();
}

CsvRecord mean_record(const MetricResults& results, const Combination& of, const ResampledT& test) {
  Line line(results, "mean", of.bits);
  line.set("split_a", of.split);
  line.set("hasher_a", of.hasher);
  line.set(test);
  line.set("mean_a", test.mean);
  return std::move(line).fields();
}

}  // namespace hashlab::results
