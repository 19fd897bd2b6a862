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

/// A projection learned in a run, and the training samples projected by it.
struct LearnedProjection {
  PerCoder<CoderFunction> by;
  arma::fmat of_classes;  ///< see PairedProjectors
  std::size_t dims = 0;
  SharedRows fitted;  ///< the rows that it was learned from
  double seconds = 0;
  bool centred = true;  ///< whether samples are centred before they are projected
};

/// The thresholds learned on such projections.
struct LearnedQuantiser {
  PerCoder<hashers::Quantisation> by;  ///< of every coder that there is
  SharedRows fitted;                   ///< with those of its projection
  double seconds = 0;
};

/// Queries and a database, projected: samples x hash dimensions.
struct ProjectedParts {
  Coder query_coder = Coder::first, database_coder = Coder::first;
  arma::fmat queries, database;
  double seconds = 0;
};

/// What cells of one split and run learn, each thing once, whichever cells and points of grids ask
/// for it. What a learner of the same training set has learned before, under another split, it
/// finds in the context's Reuse. For one thread.
/// Memory:  one LearnedProjection for each projection recipe and number of dimensions, the parts
///          projected last, and a copy of the training samples if a method takes them uncentred.
class Learner {
 public:
  /// Study and context must outlive it. `observer` is told how far learning is.
  Learner(const Study& study, const RunContext& context, Observer observer = {});

  // A hasher of one view learns from that of the direction, which matters where there are several;
  // one of two views from both, whatever the direction.

  /// References stay valid as long as the learner does.
  /// Errors:  those of learning; a later call tries again.
  const LearnedProjection& projection(const hashers::Hasher& hasher, std::size_t dims,
                                      const results::Direction& direction = {});
  const LearnedQuantiser& quantiser(const hashers::Hasher& hasher, std::size_t dims,
                                    const results::Direction& direction = {});

  /// Valid until the same parts are asked for by another projection, or in another direction.
  /// Errors:  also invalid_argument if the database has codes of training samples alone, and rows
  ///          that are none.
  const ProjectedParts& test(const hashers::Hasher& hasher, std::size_t dims,
                             const results::Direction& direction = {});
  const ProjectedParts& validation(const hashers::Hasher& hasher, std::size_t dims,
                                   const results::Direction& direction = {});

  /// What gives queries and database of a direction their values.
  Coder query_coder(const hashers::Hasher& hasher, const results::Direction& direction) const;
  Coder database_coder(const hashers::Hasher& hasher, const results::Direction& direction) const;
  /// Values of any rows by one of these: rows x dims. Errors: as test().
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
  std::optional<hashers::TrainingSet> as_stored_;  ///< for methods that do not take centred samples
  std::map<std::string, LearnedProjection> projections_;
  std::map<std::string, LearnedQuantiser> quantisers_;
  Projected test_, validation_;
};

/// Tells apart what is learned as a projection: its recipe and number of dimensions.
std::string projection_key(const hashers::Hasher& hasher, std::size_t dims);

}  // namespace hashlab::experiments
