#pragma once

#include "lib/options.h"

#include <string>
#include <string_view>

namespace hashlab {

/// The definition of relevance, as written in an experiment file: "class", or "epsilon" or "lists"
/// with their parameters.
///
/// The radius of the epsilon-neighbourhood is the mean distance at which `samples` random training
/// points have `neighbours` neighbours among the reference rows (thesis section 3.3.1):
///
///   reference=database   every row except the test queries (with leave-one-out, every row). This
///                        radius is the same for both splitting protocols, so the scores of one run
///                        under the two protocols refer to the same task. Under `improved` (the
///                        held-out-database protocol) training must not use this radius. Training
///                        then uses an estimate from the learnable rows, which are the rows
///                        available for training: the mean distance at which a training point has
///                        the same share of these rows as neighbours (neighbours x learnable rows /
///                        reference rows).
///   reference=learnable  the rows available for training; training and evaluation use one radius
///   reference=training   the training rows; training and evaluation use one radius
///
/// With "lists" the data set gives the items relevant to each query, see list_relevance.h. The
/// lists do not cover training and validation rows. These are neighbours if they share a class;
/// without labels they have no neighbours.
struct GroundTruth {
  std::string kind = "epsilon";        ///< "epsilon", "class" or "lists"
  std::size_t neighbours = 50;         ///< R: number of neighbours at the radius
  std::size_t samples = 100;           ///< training points over which the radius is averaged
  std::string reference = "database";  ///< see above
  std::string boundary = "inclusive";  ///< "inclusive": distance <= radius (eq. 3.1); "strict": <
  std::string self = "excluded";       ///< "counted": a sample is its own first neighbour

  std::string level = "auto";    ///< for "lists": "auto", "easy", "medium" or "hard"
  std::string own_row = "kept";  ///< for "lists", written self=...: "kept": the lists decide about
                                 ///< the query itself; "ignored": each query is removed from its
                                 ///< own ranking

  bool by_ball() const { return kind == "epsilon"; }
  bool by_class() const { return kind == "class"; }
  bool by_lists() const { return kind == "lists"; }
  bool inclusive() const { return boundary == "inclusive"; }
  bool count_self() const { return self == "counted"; }
  /// The kind with all its parameters in fixed order. This text is the part of a result's
  /// configuration that defines relevance.
  std::string recipe() const;
};

/// The number of neighbours among `rows` rows that is the same share as `neighbours` of
/// `reference_rows`: neighbours x rows / reference_rows, rounded, at least 1. The radius for
/// training is computed with this number (see reference=database of GroundTruth).
std::size_t scaled_neighbours(std::size_t neighbours, std::size_t rows, std::size_t reference_rows);

/// Parses the text of an experiment file, such as "epsilon:neighbours=20".
/// Errors: invalid_argument for an unknown kind or key (with a suggestion) or a value that is not
///         allowed; those of parse_spec.
GroundTruth parse_ground_truth(std::string_view text);

/// The parameters of "epsilon", bound to `ground_truth`, for parsing and for help.
Options ball_options(GroundTruth& ground_truth);
/// The parameters of "lists", bound to `ground_truth`, for parsing and for help.
Options list_options(GroundTruth& ground_truth);

}  // namespace hashlab
