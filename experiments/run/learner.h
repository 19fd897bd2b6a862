#pragma once

#include "experiments/run/context.h"
#include "hashers/registry.h"
#include "lib/types.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace hashlab {

/// A projection learned in a run, and the training samples projected by it.
struct LearnedProjection {
  std::shared_ptr<const Projector> projector;
  std::size_t dims = 0;
  arma::fmat training;  ///< n x dims
  Rows fitted;          ///< the rows that it was learned from
  double seconds = 0;
};

/// The thresholds learned on such projections.
struct LearnedQuantiser {
  Quantisation quantisation;
  Rows fitted;  ///< with those of its projection
  double seconds = 0;
};

/// Queries and a database, projected: samples x hash dimensions.
struct ProjectedParts {
  arma::fmat queries, database;
  double seconds = 0;
};

/// What cells of one split and run learn, each thing once, whichever cells and points of grids ask
/// for it. What a learner of the same training set has learned before, under another split, it
/// finds in the context's Reuse. For one thread.
/// Memory:  one LearnedProjection for each projection recipe and number of dimensions, and the
///          parts projected last.
class Learner {
 public:
  /// Study and context must outlive it. `observer` is told how far learning is.
  Learner(const Study& study, const RunContext& context, Observer observer = {});

  /// References stay valid as long as the learner does.
  /// Errors:  those of learning; a later call tries again.
  const LearnedProjection& projection(const Hasher& hasher, std::size_t dims);
  const LearnedQuantiser& quantiser(const Hasher& hasher, std::size_t dims);

  /// Valid until the same parts are asked for by another projection.
  const ProjectedParts& test(const Hasher& hasher, std::size_t dims);
  const ProjectedParts& validation(const Hasher& hasher, std::size_t dims);

 private:
  std::string key(std::string_view what, const Rng& stream) const;

  struct Projected {
    const LearnedProjection* by = nullptr;
    ProjectedParts parts;
  };
  const ProjectedParts& project(Projected& last, const LearnedProjection& by, const Rows& queries,
                                const Rows& database);

  const Study& study_;
  const RunContext& context_;
  Observer observer_;
  std::map<std::string, LearnedProjection> projections_;
  std::map<std::string, LearnedQuantiser> quantisers_;
  Projected test_, validation_;
};

/// Tells apart what is learned as a projection: its recipe and number of dimensions.
std::string projection_key(const Hasher& hasher, std::size_t dims);

}  // namespace hashlab
