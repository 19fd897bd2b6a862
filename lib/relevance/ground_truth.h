#pragma once

#include "lib/options.h"
#include "lib/similarity.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace hashlab {

/// Relevance by distance, "epsilon" in an experiment file: an item is relevant to a query if its
/// distance is at most the radius of the epsilon-neighbourhood. The radius is the mean distance at
/// which `samples` random training points have `neighbours` neighbours among the reference rows
/// (thesis section 3.3.1).
struct BallTruth {
  static constexpr const char* kind = "epsilon";

  /// The reference rows:
  ///
  ///   database   every row except the test queries (with leave-one-out, every row). This radius is
  ///              the same for both splitting protocols, so the scores of one run under the two
  ///              protocols refer to the same task. Under `improved` (the held-out-database
  ///              protocol) training must not use this radius. Training then uses an estimate from
  ///              the learnable rows, which are the rows available for training: the mean distance
  ///              at which a training point has the same share of these rows as neighbours
  ///              (neighbours x learnable rows / reference rows).
  ///   learnable  the rows available for training; training and evaluation use one radius
  ///   training   the training rows; training and evaluation use one radius
  enum class Reference { database, learnable, training };

  std::size_t neighbours = 50;  ///< R: number of neighbours at the radius
  std::size_t samples = 100;    ///< training points over which the radius is averaged
  Reference reference = Reference::database;
  bool inclusive = true;    ///< boundary=inclusive: distance <= radius (eq. 3.1); strict: <
  bool count_self = false;  ///< self=counted: a sample is its own first neighbour
};

/// Relevance by labels, "class" in an experiment file: an item is relevant to a query if they share
/// a class.
struct ClassTruth {
  static constexpr const char* kind = "class";
};

/// Relevance by lists, "lists" in an experiment file: the data set gives the items relevant to each
/// query, see list_relevance.h. The lists do not cover training and validation rows. These are
/// neighbours if they share a class; without labels they have no neighbours.
struct ListTruth {
  static constexpr const char* kind = "lists";
  enum class Level { automatic, easy, medium, hard };  ///< see list_relevance.h

  Level level = Level::automatic;
  bool ignore_self = false;  ///< self=ignored: each query is removed from its own ranking; kept:
                             ///< the lists decide about the query itself
};

/// Relevance by true nearest neighbours, "neighbours" in an experiment file: an item is relevant to
/// a query if it is among its k nearest, or ties with the last of them (neighbour_relevance.h).
/// Training and validation rows have the same share of their rows as neighbours (see
/// scaled_neighbours).
struct NeighbourTruth {
  static constexpr const char* kind = "neighbours";

  std::size_t k = 10;
  Similarity by = Similarity::euclidean;
};

/// The definition of relevance, as written in an experiment file.
struct GroundTruth {
  std::variant<BallTruth, ClassTruth, ListTruth, NeighbourTruth> definition;

  bool by_ball() const { return ball() != nullptr; }
  bool by_class() const { return std::holds_alternative<ClassTruth>(definition); }
  bool by_lists() const { return lists() != nullptr; }
  const BallTruth* ball() const { return std::get_if<BallTruth>(&definition); }   ///< may be null
  const ListTruth* lists() const { return std::get_if<ListTruth>(&definition); }  ///< may be null
  /// May be null.
  const NeighbourTruth* neighbours() const { return std::get_if<NeighbourTruth>(&definition); }

  /// "epsilon", "class", "lists" or "neighbours".
  std::string kind() const;
  /// The kind with all its parameters in fixed order. This text is the part of a result's
  /// configuration that defines relevance.
  std::string recipe() const;
};

/// The number of neighbours among `rows` rows that is the same share as `neighbours` of
/// `reference_rows`: neighbours x rows / reference_rows, rounded, at least 1. The radius for
/// training is computed with this number (see BallTruth::Reference::database).
std::size_t scaled_neighbours(std::size_t neighbours, std::size_t rows, std::size_t reference_rows);

/// Parses the text of an experiment file, such as "epsilon:neighbours=20".
/// Errors: invalid_argument for an unknown kind or key (with a suggestion) or a value that is not
///         allowed; those of parse_spec.
GroundTruth parse_ground_truth(std::string_view text);

/// The parameters of each kind of ground truth, bound to `truth`, for parsing and for texts.
Options options_of(BallTruth& truth);
Options options_of(ClassTruth& truth);
Options options_of(ListTruth& truth);
Options options_of(NeighbourTruth& truth);

}  // namespace hashlab
