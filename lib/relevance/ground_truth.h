#pragma once

#include "lib/options.h"

#include <string>
#include <string_view>

namespace hashlab {

/// Who counts as relevant, as written in a suite: "class", or "epsilon" with its parameters.
///
/// The ball's radius is the mean distance at which `samples` random training points have
/// `neighbours` neighbours among the reference rows (thesis section 3.3.1):
///
///   reference=database   every row but the test queries: the same for both strategies, so that a
///                        run's literature and improved scores answer the same question. Under
///                        `improved` a learner must not see it: it gets an estimate from the
///                        learnable rows alone, the distance at which a training point has the same
///                        share of them as neighbours (neighbours x learnable / reference rows).
///   reference=learnable  the rows that may be learned from; learner and evaluation share the
///   radius reference=training   the training rows; likewise
struct GroundTruth {
  std::string kind = "epsilon";        ///< "epsilon" or "class"
  std::size_t neighbours = 50;         ///< R
  std::size_t samples = 100;           ///< training points that the radius is averaged over
  std::string reference = "database";  ///< see above
  std::string boundary = "inclusive";  ///< "inclusive": distance <= radius (eq. 3.1); "strict": <
  std::string self = "excluded";       ///< is a sample its own first neighbour: "counted"?

  bool by_class() const { return kind == "class"; }
  bool inclusive() const { return boundary == "inclusive"; }
  bool count_self() const { return self == "counted"; }
  /// Every parameter, in fixed order: the part of a result's recipe that says who was relevant.
  std::string recipe() const;
};

/// Errors: invalid_argument for an unknown kind or key (with a suggestion) or a bad value.
GroundTruth parse_ground_truth(std::string_view text);

/// The parameters of "epsilon", bound to `ground_truth`: for parsing and for help.
Options ball_options(GroundTruth& ground_truth);

}  // namespace hashlab
