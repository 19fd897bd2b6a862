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

/// How the rows of the parts of a split are drawn, for label-based ground truth: equally many of
/// each class (by_class), or every row with equal probability (none). `automatic` is one of these
/// two, see has_balanced_parts.
enum class Balance { automatic, by_class, none };

/// The checked settings of an experiment file. It has one cell for each combination of method, code
/// length, split and run, and in cross-modal retrieval of these with a direction. A method without
/// a code length has one cell for each split and run.
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
  bool ground_truth_given = true;   ///< false: the experiment file names no ground truth
  std::vector<Method> methods;      ///< see Method for their kinds
  std::string select_by;            ///< metric by which grids and auto choose; see selection_metric
  WorkBudget auto_budget{1000, 0};  ///< compute budget for each choice of auto
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
  std::optional<BlasKernels> blas;  ///< none: the kernels with which the program started
  LearnClasses learn_classes;       ///< coarser classes for training; may be empty
  bool exclude_duplicates = false;  ///< rows equal to an earlier row are in no part of a split
  results::CellScores scores;       ///< that cells record beside their metrics; may be empty
  std::string baseline;             ///< for significance marks in tables; may be empty
};

/// The names of the methods that have a property or, if `wanted` is false, of those without it. For
/// example, method_names(suite, &Method::has_codes) returns the names of methods with codes.
std::vector<std::string> method_names(const Suite& suite, bool (Method::*has)() const,
                                      bool wanted = true);

/// Every combination of `directions` and `database_codes`, directions outermost. One empty
/// direction if the data set has one view.
std::vector<results::Direction> all_directions(const Suite& suite);

/// True if a method can have cells in a direction. A two-view method can have cells in every
/// direction that is not empty, if it produces the direction's kind of database codes. A one-view
/// method needs a direction within one view, with codes of functions, or the empty direction.
bool takes(const Method& method, const results::Direction& direction);

/// True if one of the methods is a grid or auto, so that validation parts are needed.
bool has_grids(const Suite& suite);

/// True if one of the splitting protocols uses the split stored in the data set (/split).
bool needs_marks(const Suite& suite);
/// True if the ground truth or a splitting protocol uses the query lists stored in the data set.
bool needs_lists(const Suite& suite);

/// The reason why a metric within a radius cannot be used: the radius is beyond the largest
/// distance between the shortest codes of one of the methods, so that every item would be within it
/// (see hashlab::beyond_reach). Empty if the metric can be used.
std::string beyond_reach(const Suite& suite, const Metric& metric);

/// The metric by which grids and auto choose: `select_by` or, if that is empty, the first of
/// `metrics` that is computed from the counts of a ranking.
const std::string& selection_metric(const Suite& suite);

}  // namespace hashlab::experiments
