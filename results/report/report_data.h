#pragma once

#include "lib/embeddings/rerank_sweep.h"
#include "results/compare/chance.h"
#include "results/report/audit_lines.h"
#include "results/statistics/paired.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab::results {

/// The description of a results folder, for the head of the page.
struct StudyFacts {
  std::string suite, dataset, checksum, ground_truth;
  std::size_t size = 0, dimensions = 0;  ///< of the data set
  std::vector<std::string> splits, hashers, references;
  std::vector<std::size_t> bits;
  std::size_t runs = 0;
  std::uint64_t seed = 0;
  std::size_t test_queries = 0, training = 0;
  std::size_t planned = 0;    ///< number of cells in the experiment file
  double hasher_ratio = 0;    ///< see resampling_ratio (inference.h)
  double strategy_ratio = 0;  ///< see strategy_ratio (inference.h)
  RerankSweep rerank;
  std::vector<std::string> label_scores;  ///< names, see LabelScore
};

/// A curve over runs at common points: the mean, and the lowest and the highest run.
struct Band {
  std::vector<double> mean, low, high;  ///< of equal length, or all empty
};

/// The effect of re-ranking. Each Band has one point per R in StudyFacts::rerank, ascending, except
/// where stated otherwise. A Band is empty if at least one of its points has no value in any run.
struct RerankCurves {
  struct After {
    std::map<std::string, Band> metrics;
    Band seconds;  ///< per query: the search for the shortlist and its sorting
  };
  Band shortlist_recall;
  std::map<std::string, After> by;     ///< by name of the similarity
  std::map<std::string, Band> before;  ///< by metric, of the ranking by codes: one point
  Band before_seconds;                 ///< per query, of the ranking by codes: one point
};

/// Half widths of the confidence intervals (statistics/group_bounds.h) of the label score
/// grouped-recall (see lib/label_scores), averaged over runs.
struct GroupBounds {
  double groups = 0;                          ///< number of groups
  std::map<std::string, double> half_widths;  ///< "clt", "student", "bernoulli", "hoeffding"
};

/// The generalisation gap of a method in a label score (see lib/label_scores).
struct LabelGap {
  ResampledT gap;                  ///< training minus test
  double learned = 0, tested = 0;  ///< mean score on training and on test samples
  /// Keys: "learned", "tested" and "gap", if the cells record them. Empty for a score without
  /// groups.
  std::map<std::string, GroupBounds> bounds = {};
};

/// All values that the page shows for one split x hasher x bits.
struct ReportGroup {
  Combination what;
  std::map<std::string, RunValues> values;      ///< by metric
  std::map<std::string, ResampledT> intervals;  ///< by metric, of the mean over runs
  std::map<std::string, double> dropped;        ///< for each metric that leaves out a part of its
                                                ///< curve (Metric::whole), the share left out
  Band precision_at_recall;                     ///< at Report::recall_levels
  Band precision_top, recall_top, hit_top;      ///< at the ranks in DatasetReport::cutoffs of the
                                                ///< split
  double learn_seconds = 0, encode_seconds = 0, rank_seconds = 0;  ///< mean over runs
  RerankCurves reranking;
  std::map<std::string, LabelGap> gaps;  ///< by score
};

/// The differences between splitting protocols in one metric (see split_differences), ordered by
/// pair of protocols, then by bits, then by method.
struct MetricDifferences {
  std::string metric;
  std::vector<PairedComparison> of_hashers;
  std::vector<ChanceDifference> of_chance;  ///< one per pair of protocols, if known
};

/// One plain sentence in the head of the page. `headline` marks the sentence that gives the answer
/// in a few words.
struct Answer {
  std::string metric, text;
  bool headline = false;
};

/// A fact about the machine or the program. `values` maps each value of the fact to the number of
/// cells that recorded this value.
struct ProvenanceFact {
  std::string name;
  std::map<std::string, std::size_t> values;
};

struct DatasetReport {
  StudyFacts facts;
  std::size_t done = 0, failed = 0;                         ///< cells
  std::map<std::string, std::vector<std::size_t>> cutoffs;  ///< ranks of the curves, by split
  std::vector<ReportGroup> groups;                          ///< in the order of the experiment file
  std::vector<MetricDifferences> differences;
  std::vector<Answer> answers;
  std::map<std::string, std::map<std::string, double>> split_facts;  ///< means, by split and name
  std::vector<ProvenanceFact> provenance;
  std::vector<AuditLine> audit;
  std::vector<std::string> warnings;  ///< caveats about the scores, one sentence each
  std::vector<std::string> choices;   ///< the choices of tuned methods, one sentence each
};

struct ReportMetric {
  std::string name, definition;
};

/// What a name on the page stands for: a projection, a quantiser or a splitting protocol.
struct ReportPart {
  std::string name, summary, paper;
};

/// The content of the page. Its layout is in web/.
struct Report {
  std::string title, version;
  std::vector<ReportMetric> metrics;  ///< the first is shown first
  std::vector<double> recall_levels;
  std::vector<DatasetReport> datasets;
  std::vector<ReportPart> parts = {}, splits = {};  ///< of the methods, and of the splits
};

}  // namespace hashlab::results
