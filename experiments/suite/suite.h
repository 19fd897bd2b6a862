#pragma once

#include "experiments/suite/learn_classes.h"
#include "experiments/suite/method.h"
#include "experiments/suite/work_budget.h"
#include "lib/blas.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/ground_truth.h"
#include "results/record/direction.h"
#include "results/scores/cell_score.h"
#include "splits/split.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// How the rows of parts are drawn, for label-based ground truth: equally many of each class
/// (by_class), or every row with equal probability (none). `automatic`: see has_balanced_parts.
enum class Balance { automatic, by_class, none };

/// The checked settings of an experiment file. Its cells are the product method x bits x split x
/// run, in cross-modal retrieval for each direction; a method without bits has one cell for each
/// split and run.
struct Suite {
  std::string name;
  std::string dataset;  ///< file name in the data folder, or a path; ".h5" may be left out
  std::string view;     ///< view of the features, for a data set with several; may be empty
  std::vector<std::string> views;  ///< in cross-modal retrieval: first and second view of two-view
                                   ///< methods
  std::vector<results::Direction>
      directions;  ///< the view of queries and that of the database, without codes; empty if the
                   ///< data set has one view
  std::vector<std::string> database_codes;  ///< see Direction::codes; one or more with directions
  GroundTruth ground_truth;
  bool ground_truth_given = true;  ///< false: no key named it, so it is the default
  std::vector<Method> methods;  ///< hash functions, auto, grids, embeddings, features as they are
  std::string select_by;        ///< metric by which grids choose; empty: the first of `metrics`
  WorkBudget auto_budget{1000, 0};  ///< for each choice of auto
  std::vector<std::size_t> bits;
  std::vector<std::string> splits;
  std::vector<std::string> metrics;
  std::size_t runs = 10;
  std::uint64_t seed = 1;
  splits::SplitSizes sizes;
  std::vector<std::size_t splits::SplitSizes::*> given_sizes;  ///< sizes that the experiment file
                                                               ///< sets
  std::size_t folds = 0;  ///< test queries of runs 1 .. folds are disjoint; 0: they are drawn
                          ///< independently
  Balance balance = Balance::automatic;
  std::optional<BlasKernels> blas;  ///< none: those with which the program was started
  LearnClasses learn_classes;       ///< coarser classes for training; may be empty
  bool exclude_duplicates = false;  ///< rows that equal an earlier one are in no part of a split
  results::CellScores scores;       ///< that cells record beside their metrics; may be empty
  std::string baseline;             ///< for significance marks in tables; may be empty
};

/// The names of the methods with a property, such as method_names(suite, &Method::has_codes).
std::vector<std::string> method_names(const Suite& suite, bool (Method::*has)() const,
                                      bool wanted = true);

/// The directions with their codes: every combination, directions outermost. Only the empty
/// direction if the data set has one view.
std::vector<results::Direction> all_directions(const Suite& suite);

/// True if cells of a method can be in a direction. A two-view method needs a direction between two
/// views and must produce the direction's codes; a one-view method needs a direction within a view,
/// with codes of functions. The empty direction takes one-view methods.
bool takes(const Method& method, const results::Direction& direction);

/// True if one of the methods chooses in every run, so that validation parts are needed.
bool has_grids(const Suite& suite);

/// True if one of the protocols uses the split that comes with the data set.
bool needs_marks(const Suite& suite);
/// True if the lists that come with the data set are needed.
bool needs_lists(const Suite& suite);

/// The reason why the metric is rejected: for one of the methods, its radius exceeds the largest
/// distance of the shortest codes, so that it would count everything (see hashlab::beyond_reach).
/// Empty if it is not rejected.
std::string beyond_reach(const Suite& suite, const Metric& metric);

/// The metric by which grids choose: select-by, or the first of `metrics` that is computed from the
/// counts of a ranking.
const std::string& selection_metric(const Suite& suite);

}  // namespace hashlab::experiments
