#pragma once

#include "lib/data/feature_file.h"
#include "lib/data/label_file.h"
#include "lib/relevance/ground_truth.h"
#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <cstddef>
#include <memory>

namespace hashlab {

/// Who is relevant to whom, for a database that comes in pieces: by class, by list, or by distance.
class RelevanceSource {
 public:
  virtual ~RelevanceSource() = default;
  /// Database rows first .. first + count, as positions within this piece.
  virtual Relevance piece(std::size_t first, std::size_t count) const = 0;
  /// What a piece takes at most while it is made: so much for each of its rows, and so much more
  /// however many they are.
  virtual double bytes_per_row() const { return 0; }
  virtual double bytes_at_once() const { return 0; }
};

/// Whoever shares a class (see class_relevance). The labels are read with the pieces.
std::unique_ptr<const RelevanceSource> relevance_by_class(
    Labels queries, std::unique_ptr<const LabelSource> database);

/// Whoever is listed.
std::unique_ptr<const RelevanceSource> relevance_by_list(Relevance relevance);

/// Whoever lies within a radius (see ball_relevance). The features are read with the pieces.
std::unique_ptr<const RelevanceSource> relevance_by_ball(
    Features queries, std::shared_ptr<const FeatureSource> database, double radius, bool inclusive);

/// The radius of GroundTruth for a database that is read in pieces: the mean distance at which
/// `g.samples` random rows of it have `g.neighbours` neighbours among all of it.
/// Errors:  invalid_argument if it has too few rows.
/// Cost:    two passes at most, O(samples * database * d) flops; memory for the samples, their
///          neighbours and `piece_rows` rows.
double ball_radius(const FeatureSource& database, const GroundTruth& g, Rng rng,
                   std::size_t piece_rows);

}  // namespace hashlab
