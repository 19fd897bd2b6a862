#pragma once

#include "lib/data/feature_file.h"
#include "lib/data/label_file.h"
#include "lib/ranks.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/ground_truth.h"
#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// Relevance for a database that is processed in pieces: by class, by list, or by distance.
class RelevanceSource {
 public:
  virtual ~RelevanceSource() = default;
  /// The relevance of database rows first .. first + count - 1, as positions within this piece.
  virtual Relevance piece(std::size_t first, std::size_t count) const = 0;
  /// The largest number of labels that an item can share with a query; 0 if relevance does not
  /// depend on labels.
  virtual std::size_t max_shared() const { return 0; }
  /// Like piece(), but an item is relevant only if it shares at least `least` labels with the
  /// query.
  /// Errors:  invalid_argument if relevance does not depend on labels.
  virtual Relevance piece_sharing(std::size_t first, std::size_t count, std::size_t least) const;
  /// Making a piece of n rows needs at most n * bytes_per_row() + bytes_at_once() bytes of memory.
  virtual double bytes_per_row() const { return 0; }
  virtual double bytes_at_once() const { return 0; }
};

/// The relevant items of a query are those that share a class with it (see class_relevance).
/// `queries` holds the labels of the queries; those of the database are read piece by piece.
std::unique_ptr<const RelevanceSource> relevance_by_class(
    Labels queries, std::unique_ptr<const LabelSource> database);

/// The relevant items of a query are those in its list in `relevance`, which covers the whole
/// database.
std::unique_ptr<const RelevanceSource> relevance_by_list(Relevance relevance);

/// The relevant items of a query are those within `ball` (see ball_relevance). The features of the
/// database are read piece by piece.
std::unique_ptr<const RelevanceSource> relevance_by_ball(
    Features queries, std::shared_ptr<const FeatureSource> database, const Ball& ball);

/// The relevance of `source`, except that each query q also ignores row q of the database, which is
/// the query itself: leave-one-out by row.
std::unique_ptr<const RelevanceSource> relevance_without_own(
    std::unique_ptr<const RelevanceSource> source);

/// The radius of BallTruth for a database that is read in pieces of `piece_rows` rows: the mean
/// distance at which `g.samples` random rows of the database have `g.neighbours` neighbours in it.
/// Each process (see Ranks) reads its own range of rows. All processes get the same radius, which
/// is bit-identical for any number of processes.
/// Errors:  invalid_argument if the database has too few rows.
/// Cost:    at most two passes, O(samples * database * d) flops; memory for the samples, their
///          neighbours and `piece_rows` rows.
double ball_radius(const FeatureSource& database, const BallTruth& g, Rng rng,
                   std::size_t piece_rows, const Ranks& ranks = one_rank());

}  // namespace hashlab
