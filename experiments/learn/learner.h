#pragma once

#include "experiments/learn/coders.h"
#include "experiments/learn/context.h"
#include "experiments/learn/hash_function.h"
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
  SharedRows fitted;  ///< the rows that affect it: the training rows, those of the mean and, for a
                      ///< method that uses neighbours, those of the training radius
  double seconds = 0;
  bool centred = true;  ///< true if samples are centred before they are projected
};

/// The thresholds trained on the training samples of a LearnedProjection.
struct LearnedQuantiser {
  PerCoder<hashers::Quantisation> by;  ///< for every existing coder
  SharedRows fitted;  ///< the rows that affect the thresholds, including those that affect the
                      ///< projection
  double seconds = 0;
};

/// Projected queries and a projected database, each samples x hash dimensions.
struct ProjectedParts {
  Coder query_coder = Coder::first, database_coder = Coder::first;
  arma::fmat queries, database;
  double seconds = 0;
};

/// Trains the projections and quantisers that cells of one split and run need, each only once for
/// all cells and points of grids. If the same projection or quantiser was trained before on an
/// equal training set of another split, it comes from the cache (TrainingSet::reuse). Only one
/// thread may use a learner.
/// Memory:  one LearnedProjection for each projection configuration and number of dimensions, the
///          latest results of test() and validation(), and a copy of the training samples if a
///          method takes uncentred samples.
class Learner {
 public:
  /// Study and context must outlive the learner. `observer` receives the progress of training.
  Learner(const Study& study, const RunContext& context, Observer observer = {});

  // If the data set is read with several views, a one-view method is trained on the view of the
  // direction's queries, which is also the view of its database (see takes()). A two-view method is
  // trained on both views, whatever the direction.

  /// The projection of a hash function, trained if necessary. The reference is valid as long as the
  /// learner exists.
  /// Errors:  those of training; a later call tries again.
  const LearnedProjection& projection(const HashFunction& function);
  /// The quantiser of a hash function on its projection, trained if necessary. The reference is
  /// valid as long as the learner exists.
  /// Errors:  those of training; a later call tries again.
  const LearnedQuantiser& quantiser(const HashFunction& function);

  /// The test queries and test database, projected. The reference is valid until test() is called
  /// with another projection or direction.
  /// Errors:  those of projection(); invalid_argument if the direction ranks codes that only
  ///          training samples have, and the database contains other rows.
  const ProjectedParts& test(const HashFunction& function);
  /// The validation queries and validation database, projected. The reference is valid until
  /// validation() is called with another projection or direction.
  /// Errors:  those of projection(); invalid_argument if the direction ranks codes that only
  ///          training samples have, and the database contains other rows.
  const ProjectedParts& validation(const HashFunction& function);

  /// The sources of the values of the queries (query_coder) and of the database (database_coder) in
  /// the direction of a hash function.
  Coder query_coder(const HashFunction& function) const;
  Coder database_coder(const HashFunction& function) const;
  /// The values of any rows of the data set by one coder of `learned`: rows x dims.
  /// Errors:  invalid_argument if only training samples have values by this coder, and `rows`
  ///          contains other rows.
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
  const ProjectedParts& project(Projected& last, const HashFunction& function, const Rows& queries,
                                const Rows& database);

  const Study& study_;
  const RunContext& context_;
  Observer observer_;
  std::optional<hashers::TrainingSet> as_stored_;  ///< for methods that take uncentred samples
  std::map<std::string, LearnedProjection> projections_;
  std::map<std::string, LearnedQuantiser> quantisers_;
  Projected test_, validation_;
};

}  // namespace hashlab::experiments
