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

/// What a results folder says about itself, for the page's head.
struct StudyFacts {
  std::string suite, dataset, checksum, ground_truth;
  std::size_t size = 0, dimensions = 0;  ///< of the data set
  std::vector<std::string> splits, hashers, references;
  std::vector<std::size_t> bits;
  std::size_t runs = 0;
  std::uint64_t seed = 0;
  std::size_t test_queries = 0, training = 0;
  std::size_t planned = 0;    ///< cells that the suite asks for
  double hasher_ratio = 0;    ///< see resampling_ratio
  double strategy_ratio = 0;  ///< see strategy_ratio: of differences between splits
  RerankSweep rerank;
  std::vector<std::string> label_scores;  ///< names, see LabelScore
};

/// A curve over runs at points in common: the mean, and the lowest and the highest run.
struct Band {
  std::vector<double> mean, low, high;  ///< of equal length, or all empty
};

/// What re-ranking gives, at every R of StudyFacts::rerank. What no run has is empty.
struct RerankCurves {
  struct After {
    std::map<std::string, Band> metrics;
    Band seconds;  ///< a query: the search of the shortlist and its ordering
  };
  Band shortlist_recall;
  std::map<std::string, After> by;     ///< by similarity
  std::map<std::string, Band> before;  ///< by metric, of the ranking itself: one point
  Band before_seconds;                 ///< a query, of the ranking itself: one point
};

/// Half widths of intervals of grouped recall over labels (statistics/group_bounds.h), means over
/// runs.
struct GroupBounds {
  double groups = 0;
  std::map<std::string, double> half_widths;  ///< "clt", "student", "bernoulli", "hoeffding"
};

/// What a method does not keep on new data of a score by labels (see lib/label_scores).
struct LabelGap {
  ResampledT gap;  ///< learned less tested
  double learned = 0, tested = 0;
  /// Of "learned", "tested" and "gap", as far as cells hold them; none of a score without groups.
  std::map<std::string, GroupBounds> bounds = {};
};

/// All that the page knows of one split x hasher x bits.
struct ReportGroup {
  Combination what;
  std::map<std::string, RunValues> values;      ///< by metric
  std::map<std::string, ResampledT> intervals;  ///< by metric, of the mean over runs
  std::map<std::string, double> dropped;        ///< by metric that leaves something out, its share
  Band precision_at_recall;                     ///< at Report::recall_levels
  Band precision_top, recall_top, hit_top;      ///< at DatasetReport::cutoffs of the split
  double learn_seconds = 0, encode_seconds = 0, rank_seconds = 0;  ///< mean over runs
  RerankCurves reranking;
  std::map<std::string, LabelGap> gaps;  ///< by score
};

/// What splitting strategies score above others by one metric (see split_differences), by pair of
/// strategies, bits and hasher.
struct MetricDifferences {
  std::string metric;
  std::vector<PairedComparison> of_hashers;
  std::vector<ChanceDifference> of_chance;  ///< one a pair of strategies, if it is known
};

/// One plain sentence of the page's head; the headline answers in a word.
struct Answer {
  std::string metric, text;
  bool headline = false;
};

/// A fact of the machine or the program, with every value that cells have and how many have it.
struct ProvenanceFact {
  std::string name;
  std::map<std::string, std::size_t> values;
};

struct DatasetReport {
  StudyFacts facts;
  std::size_t done = 0, failed = 0;                         ///< cells
  std::map<std::string, std::vector<std::size_t>> cutoffs;  ///< first ranks looked at, by split
  std::vector<ReportGroup> groups;                          ///< in the order of the suite
  std::vector<MetricDifferences> differences;
  std::vector<Answer> answers;
  std::map<std::string, std::map<std::string, double>> split_facts;  ///< mean over runs
  std::vector<ProvenanceFact> provenance;
  std::vector<AuditLine> audit;
  std::vector<std::string> warnings;  ///< what scores hide, a sentence each
  std::vector<std::string> choices;   ///< what tuned methods chose, a sentence each
};

struct ReportMetric {
  std::string name, definition;
};

/// The content of the page. Its layout is in web/.
struct Report {
  std::string title, version;
  std::vector<ReportMetric> metrics;  ///< the first is shown first
  std::vector<double> recall_levels;
  std::vector<DatasetReport> datasets;
};

}  // namespace hashlab::results
