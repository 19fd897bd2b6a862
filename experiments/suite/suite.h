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

/// The checked settings of an experiment file. The file has one cell for each combination of
/// method, code length, split and run; in cross-modal retrieval, one for each such combination and
/// each direction in which the method can have cells (see takes). A method without a code length
/// has one cell for each split and run.
struct Suite {
  std::string name;
  std::string dataset;  ///< file name in the data folder, or a path; ".h5" may be left out
  std::string view;     ///< view of the features, for a data set with several; may be empty
  std::vector<std::string> views;  ///< in cross-modal retrieval: first and second view of two-view
                                   ///< methods
  std::vector<results::Direction>
      directions;  ///< the view of queries and that of the database, without codes; empty unless
                   ///< the experiment file is about cross-modal retrieval
  std::vector<std::string> database_codes;  ///< see Direction::codes; at least one if `directions`
                                            ///< is not empty
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
  std::string baseline;             ///< for significance marks in tables, in canonical form (see
                                    ///< canonical_baseline); may be empty
};

/// The names of the methods that have the property `has` or, if `wanted` is false, of the methods
/// without it. For example, method_names(suite, &Method::has_codes) returns the names of methods
/// with codes.
std::vector<std::string> method_names(const Suite& suite, bool (Method::*has)() const,
                                      bool wanted = true);

/// Every combination of `directions` and `database_codes`, directions outermost. If `directions` is
/// empty, returns one empty direction.
std::vector<results::Direction> all_directions(const Suite& suite);

/// True if a method can have cells in a direction. A two-view method can have cells in every
/// direction that is not empty, if it produces the direction's kind of database codes. A one-view
/// method can have cells in the empty direction, and in a direction whose queries and database have
/// the same view and whose `codes` is "function".
bool takes(const Method& method, const results::Direction& direction);

/// The baseline of an experiment file, or "" if none of its methods with codes is meant by it. That
/// can happen if `--set hasher=` replaced the methods of the file.
std::string own_baseline(const Suite& suite);

/// True if one of the methods is a grid or auto, so that validation parts are needed.
bool has_grids(const Suite& suite);

/// True if one of the splitting protocols uses the split stored in the data set (/split).
bool needs_marks(const Suite& suite);
/// True if the ground truth or a splitting protocol uses the query lists stored in the data set.
bool needs_lists(const Suite& suite);

/// The reason why a metric that counts items within a radius cannot be used; empty if it can be
/// used. It cannot be used if, for one of the methods, the radius is larger than the largest
/// possible distance between two codes of the smallest code length. Every item would then be
/// within the radius. See also hashlab::beyond_reach.
std::string beyond_reach(const Suite& suite, const Metric& metric);

/// The metric by which grids and auto choose: `select_by` or, if that is empty, the first of
/// `metrics` that is computed from the counts of a ranking. If there is no such metric, the first
/// of `metrics`.
const std::string& selection_metric(const Suite& suite);

}  // namespace hashlab::experiments
