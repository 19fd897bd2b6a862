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

/// The source of a sample's values in the hash dimensions. A one-view method has only `first`, a
/// function of the features. A two-view method has `first` and `second`, which are functions of the
/// first and of the second view. It may also have `joint`, whose values depend on both views of the
/// sample, and `label`, whose values depend on its classes.
enum class Coder { first, second, joint, label };

/// One value for each coder.
template <typename Value>
struct PerCoder {
  std::array<Value, 4> values;
  Value& operator[](Coder coder) { return values[static_cast<std::size_t>(coder)]; }
  const Value& operator[](Coder coder) const { return values[static_cast<std::size_t>(coder)]; }
};

/// A trained coder, and the values that it gives to the training samples.
struct CoderFunction {
  std::shared_ptr<const hashers::Projector>
      projector;                ///< null if the method lacks this coder, if its values come from
                                ///< classes, or if only training samples have values
  hashers::FeatureRange range;  ///< the features that the projector uses
  arma::fmat training;          ///< n x dims: the values of the training samples by this coder;
                                ///< empty if the method does not have this coder
};

/// A trained projection, with the training samples projected by each of its coders.
struct ProjectedTraining {
  PerCoder<CoderFunction> by;
  arma::fmat of_classes;  ///< see PairedProjectors
  double seconds = 0;     ///< training time
};

/// The thresholds for the values of each existing coder.
struct TimedQuantisation {
  PerCoder<hashers::Quantisation> by;
  double seconds = 0;
};

/// Trains a one-view projection for `dims` hash dimensions on the features in `range`: those of one
/// view, or all features if there is only one view.
/// Errors:  those of Projection::learn.
ProjectedTraining learn_one(const hashers::Projection& method, const hashers::TrainingSet& training,
                            hashers::FeatureRange range, std::size_t dims, const Rng& stream,
                            const Observer& observer);

/// Trains a two-view projection for `dims` hash dimensions. `first` and `second` are the ranges of
/// the features of the two views.
/// Errors:  those of CrossModal::learn.
ProjectedTraining learn_pair(const hashers::CrossModal& method,
                             const hashers::TrainingSet& training, hashers::FeatureRange first,
                             hashers::FeatureRange second, std::size_t dims, const Rng& stream,
                             const Observer& observer);

/// Trains the thresholds of a method's quantiser on the projected training samples in `input`. For
/// a two-view method both views are used (see quantise_views). `bits` are those of a code, for
/// quantisers that code vectors as a whole.
/// Errors:  those of Quantiser::learn.
TimedQuantisation learn_quantisation(const hashers::Hasher& hasher, std::size_t bits,
                                     const PerCoder<CoderFunction>& input,
                                     const hashers::TrainingSet& training, const Rng& stream,
                                     const Observer& observer);

/// The approximate memory of a trained projection, in bytes.
std::size_t bytes_of_projection(const ProjectedTraining& learned);
/// The approximate memory of trained thresholds, in bytes.
std::size_t bytes_of_quantisation(const TimedQuantisation& learned);

}  // namespace hashlab::experiments
