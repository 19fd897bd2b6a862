#pragma once

#include "lib/options.h"

#include <string>
#include <string_view>

namespace hashlab {

/// The definition of relevance, as written in a suite: "class", or "epsilon" or "lists" with
/// their parameters.
///
/// The radius of the epsilon ball is the mean distance at which `samples` random training points
/// have `neighbours` neighbours among the reference rows (thesis section 3.3.1):
///
///   reference=database   every row but the test queries. This radius is the same for both
///                        strategies, so the literature and improved scores of a run refer to the
///                        same task. Under `improved` a learner must not know it; it gets an
///                        estimate from the learnable rows only: the distance at which a training
///                        point has the same share of them as neighbours (neighbours x learnable
///                        rows / reference rows).
///   reference=learnable  the rows that may be learned from; learner and evaluation use one radius
///   reference=training   the training rows; likewise
///
/// With "lists" the data set says who is relevant to the queries, see list_relevance.h. Lists say
/// nothing of other rows: training and validation rows are neighbours if they share a class, and
/// none are without labels.
struct GroundTruth {
  std::string kind = "epsilon";        ///< "epsilon", "class" or "lists"
  std::size_t neighbours = 50;         ///< R
  std::size_t samples = 100;           ///< training points that the radius is averaged over
  std::string reference = "database";  ///< see above
  std::string boundary = "inclusive";  ///< "inclusive": distance <= radius (eq. 3.1); "strict": <
  std::string self = "excluded";       ///< "counted": a sample is its own first neighbour

  std::string level = "auto";    ///< of "lists": "auto", "easy", "medium" or "hard"
  std::string own_row = "kept";  ///< of "lists", self=ignored: a query leaves its own ranking

  bool by_ball() const { return kind == "epsilon"; }
  bool by_class() const { return kind == "class"; }
  bool by_lists() const { return kind == "lists"; }
  bool inclusive() const { return boundary == "inclusive"; }
  bool count_self() const { return self == "counted"; }
  /// Every parameter, in fixed order: the part of a result's recipe that defines relevance.
  std::string recipe() const;
};

/// How many of `rows` are neighbours of a training point that has `neighbours` among
/// `reference_rows`: the same share, rounded, at least one. What learners get, see GroundTruth.
std::size_t scaled_neighbours(std::size_t neighbours, std::size_t rows, std::size_t reference_rows);

/// Errors: invalid_argument for an unknown kind or key (with a suggestion) or a bad value.
GroundTruth parse_ground_truth(std::string_view text);

/// The parameters of "epsilon", bound to `ground_truth`, for parsing and for help.
Options ball_options(GroundTruth& ground_truth);
/// Those of "lists".
Options list_options(GroundTruth& ground_truth);

}  // namespace hashlab
