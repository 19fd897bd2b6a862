#pragma once

#include "experiments/suite/learn_classes.h"
#include "experiments/suite/method.h"
#include "experiments/suite/work_budget.h"
#include "lib/blas.h"
#include "lib/embeddings/neighbour_sweep.h"
#include "lib/embeddings/rerank_sweep.h"
#include "lib/hash_tables/sweep.h"
#include "lib/label_scores/label_score.h"
#include "lib/metrics/metrics.h"
#include "lib/recognition/sweep.h"
#include "lib/relevance/ground_truth.h"
#include "results/record/direction.h"
#include "splits/split.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Where classes are the ground truth, do parts have as many rows of each class, or is every row as
/// likely as any other? `automatic`: see has_balanced_parts.
enum class Balance { automatic, by_class, none };

/// What to run: the settings of a suite file, checked. Its cells are the product method x bits x
/// split x run, and in directions between views each of these for each direction; a method without
/// bits has one for each split and run.
struct Suite {
  std::string name;
  std::string dataset;  ///< file name in the data folder, or a path; ".h5" may be left out
  std::string view;     ///< whose features they are, of a data set with several; may be empty
  std::vector<std::string> views;  ///< if they ask each other: first and second of two-view methods
  std::vector<results::Direction>
      directions;  ///< the view of queries and that of the database; no codes; empty with one view
  std::vector<std::string> database_codes;  ///< see Direction::codes; one or more with directions
  GroundTruth ground_truth;
  bool ground_truth_given = true;  ///< false: no key named it, so it is the default
  std::vector<Method> methods;  ///< hash functions, auto, grids, embeddings, features as they are
  std::string select_by;        ///< metric that grids choose by; empty: the first of `metrics`
  WorkBudget auto_budget{1000, 0};  ///< of each choice of auto
  std::vector<std::size_t> bits;
  std::vector<std::string> splits;
  std::vector<std::string> metrics;
  std::size_t runs = 10;
  std::uint64_t seed = 1;
  splits::SplitSizes sizes;
  std::size_t folds = 0;  ///< runs 1 .. folds test disjoint parts of the data; 0: none
  Balance balance = Balance::automatic;
  std::optional<BlasKernels> blas;  ///< nothing: those that the program was started with
  LearnClasses learn_classes;       ///< coarser ones that methods learn from; may be empty
  bool exclude_duplicates = false;  ///< rows that equal an earlier one take no part in a split
  HashTableSweep hash_tables;       ///< hash tables to score every cell's codes with; may be empty
  RerankSweep rerank;               ///< rankings of codes that are re-ranked; may be empty
  std::vector<LabelScore> label_scores;  ///< of every cell, beside its metrics; may be empty
  NeighbourSweep neighbours;             ///< recalls of true nearest neighbours; may be empty
  RecognitionSweep recognition;          ///< of landmarks, by embeddings' cells; may be empty
  std::string baseline;                  ///< for significance marks in tables; may be empty
};

/// The names of the methods that have what is asked for: method_names(suite, &Method::has_codes).
std::vector<std::string> method_names(const Suite& suite, bool (Method::*has)() const,
                                      bool wanted = true);

/// The directions with their codes: every combination, directions outermost. The empty one alone
/// where the data set has one view.
std::vector<results::Direction> all_directions(const Suite& suite);

/// Can cells of a method be in a direction: of two views if it learns from two, and gives such
/// codes; within a view, with codes of functions, if it learns from one? In the empty direction:
/// does it learn from one?
bool takes(const Method& method, const results::Direction& direction);

/// The names of the scores by labels, as the suite's key has them.
std::string label_scores_text(const Suite& suite);

/// Does one of the methods choose in every run, so that validation parts are needed?
bool has_grids(const Suite& suite);

/// Does one of the strategies use the split that the data set comes with?
bool needs_marks(const Suite& suite);
/// Does it ask for the lists that the data set comes with?
bool needs_lists(const Suite& suite);

/// Why the metric is refused: its radius is beyond the longest distance of the shortest codes, see
/// hashlab::beyond_reach. Empty if it is not.
std::string beyond_reach(const Suite& suite, const Metric& metric);

/// The metric that grids choose by: select-by, or the first of `metrics` that counts of a ranking
/// are enough for.
const std::string& selection_metric(const Suite& suite);

}  // namespace hashlab::experiments
