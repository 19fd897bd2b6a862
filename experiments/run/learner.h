#pragma once

#include "experiments/run/coders.h"
#include "experiments/run/context.h"
#include "hashers/registry.h"
#include "lib/fitted.h"
#include "lib/types.h"
#include "results/record/direction.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// A projection trained in a run, and the training samples projected by it.
struct LearnedProjection {
  PerCoder<CoderFunction> by;
  arma::fmat of_classes;  ///< see PairedProjectors
  std::size_t dims = 0;
  SharedRows fitted;  ///< the rows on which it was trained
  double seconds = 0;
  bool centred = true;  ///< true if samples are centred before they are projected
};

/// The thresholds trained on such projections.
struct LearnedQuantiser {
  PerCoder<hashers::Quantisation> by;  ///< for every existing coder
  SharedRows fitted;                   ///< the rows on which they were trained, including those of
                                       ///< the projection
  double seconds = 0;
};

/// Queries and a database, projected: samples x hash dimensions.
struct ProjectedParts {
  Coder query_coder = Coder::first, database_coder = Coder::first;
  arma::fmat queries, database;
  double seconds = 0;
};

/// Trains the projections and quantisers that cells of one split and run need, each only once for
/// all cells and points of grids. Those that were trained on the same training set before, under
/// another split, come from the cache (TrainingSet::reuse). For one thread.
/// Memory:  one LearnedProjection for each projection configuration and number of dimensions, the
///          parts projected last, and a copy of the training samples if a method takes them
///          uncentred.
class Learner {
 public:
  /// Study and context must outlive the learner. `observer` receives the progress of training.
  Learner(const Study& study, const RunContext& context, Observer observer = {});

  // A one-view method is trained on the view of the direction, if there are several views; a
  // two-view method is trained on both views, whatever the direction.

  /// The trained projection, or the trained quantiser. References are valid as long as the learner
  /// exists.
  /// Errors:  those of training; a later call tries again.
  const LearnedProjection& projection(const hashers::Hasher& hasher, std::size_t dims,
                                      const results::Direction& direction = {});
  const LearnedQuantiser& quantiser(const hashers::Hasher& hasher, std::size_t dims,
                                    const results::Direction& direction = {});

  /// The projected queries and database of the test, or of validation. The reference is valid until
  /// the same parts are projected by another projection or for another direction.
  /// Errors:  those of projection(); invalid_argument if the direction ranks codes that only
  ///          training samples have, and the database contains other rows.
  const ProjectedParts& test(const hashers::Hasher& hasher, std::size_t dims,
                             const results::Direction& direction = {});
  const ProjectedParts& validation(const hashers::Hasher& hasher, std::size_t dims,
                                   const results::Direction& direction = {});

  /// The sources of the values of a direction's queries and of its database.
  Coder query_coder(const hashers::Hasher& hasher, const results::Direction& direction) const;
  Coder database_coder(const hashers::Hasher& hasher, const results::Direction& direction) const;
  /// The values that one of these coders gives to any rows: rows x dims. Errors: as test().
  arma::fmat values(const LearnedProjection& learned, Coder coder,
                    std::span<const std::uint32_t> rows) const;
  const Observer& observer() const { return observer_; }

 private:
  std::string key(std::string_view what, const hashers::Hasher& hasher, const Rng& stream);
  hashers::FeatureRange range_of(const std::string& view) const;
  Coder coder_of(const hashers::Hasher& hasher, const std::string& view) const;
  SharedRows learned_from(hashers::Supervision supervision) const;
  const hashers::TrainingSet& training_of(const hashers::Hasher& hasher);

  struct Projected {
    const LearnedProjection* by = nullptr;
    results::Direction direction;
    ProjectedParts parts;
  };
  const ProjectedParts& project(Projected& last, const hashers::Hasher& hasher, std::size_t dims,
                                const results::Direction& direction, const Rows& queries,
                                const Rows& database);

  const Study& study_;
  const RunContext& context_;
  Observer observer_;
  std::optional<hashers::TrainingSet> as_stored_;  ///< for methods that take uncentred samples
  std::map<std::string, LearnedProjection> projections_;
  std::map<std::string, LearnedQuantiser> quantisers_;
  Projected test_, validation_;
};

/// The key of a trained projection: its configuration and number of dimensions.
std::string projection_key(const hashers::Hasher& hasher, std::size_t dims);

}  // namespace hashlab::experiments
