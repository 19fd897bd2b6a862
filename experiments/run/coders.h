#pragma once

#include "hashers/project_rows.h"
#include "hashers/registry.h"
#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <array>
#include <cstddef>
#include <memory>

namespace hashlab::experiments {

/// What gives samples their values in hash dimensions: the function of the one view that is learned
/// from; of two, the function of the first or of the second, or what knows both views of an item,
/// or its classes.
enum class Coder { first, second, joint, label };

/// One of each coder.
template <typename Value>
struct PerCoder {
  std::array<Value, 4> values;
  Value& operator[](Coder coder) { return values[static_cast<std::size_t>(coder)]; }
  const Value& operator[](Coder coder) const { return values[static_cast<std::size_t>(coder)]; }
};

/// A learned coder, and the training samples projected by it.
struct CoderFunction {
  std::shared_ptr<const hashers::Projector>
      projector;                ///< null if only training samples have values
  hashers::FeatureRange range;  ///< of a sample's features, those it sees
  arma::fmat training;          ///< n x dims; empty if the method has no such coder
};

/// A projection as it is learned, whichever rows the training samples are.
struct ProjectedTraining {
  PerCoder<CoderFunction> by;
  arma::fmat of_classes;  ///< see PairedProjectors
  double seconds = 0;     ///< to learn it
};

/// The thresholds on the values of each coder that there is.
struct TimedQuantisation {
  PerCoder<hashers::Quantisation> by;
  double seconds = 0;
};

/// Learns a projection of one view, whose features `range` are; all of them where there is one.
/// Errors:  those of Projection::learn.
ProjectedTraining learn_one(const hashers::Hasher& hasher, const hashers::TrainingSet& training,
                            hashers::FeatureRange range, std::size_t dims, const Rng& stream,
                            const Observer& observer);

/// Learns one of two views.
/// Errors:  those of CrossModal::learn.
ProjectedTraining learn_pair(const hashers::Hasher& hasher, const hashers::TrainingSet& training,
                             hashers::FeatureRange first, hashers::FeatureRange second,
                             std::size_t dims, const Rng& stream, const Observer& observer);

/// Learns thresholds on such projections; of two views by quantise_views.
/// Errors:  those of Quantiser::learn.
TimedQuantisation learn_quantisation(const hashers::Hasher& hasher,
                                     const PerCoder<CoderFunction>& input,
                                     const hashers::TrainingSet& training, const Rng& stream,
                                     const Observer& observer);

/// The memory that they take, about.
std::size_t bytes_of_projection(const ProjectedTraining& learned);
std::size_t bytes_of_quantisation(const TimedQuantisation& learned);

}  // namespace hashlab::experiments
