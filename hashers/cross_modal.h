#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <cstddef>
#include <memory>

namespace hashlab::hashers {

/// What a two-view method may learn from: the same n samples, described twice.
struct PairedTrainingSet {
  arma::fmat X;            ///< d_x x n, the first view (pictures in most papers), centred
  arma::fmat Z;            ///< d_z x n, the second view (texts), centred
  NeighbourGraph S;        ///< neighbours among these n samples; empty lists for who does not look
  Labels labels = {};      ///< classes of these n samples; empty if the data set has none
  Reuse* reuse = nullptr;  ///< as in TrainingSet
};

/// What is learned of two views: a function of each into one space, where samples of different
/// views are compared. Papers often give database items other codes than those of a function of
/// their view; where a method has such codes, they are here too.
struct PairedProjectors {
  std::shared_ptr<const Projector> x, z;  ///< of d_x and d_z features

  /// Of both views, stacked: d_x + d_z features. The code that the paper gives to an item whose two
  /// views are known. Null if the method has none.
  std::shared_ptr<const Projector> joint = nullptr;
  /// n x dims: signs are the codes that learning gave to the training samples, and to them alone.
  /// Empty if the method has none, or `joint` gives them.
  arma::fmat of_training = {};
  /// C x dims: signs of the sum of its classes' rows are the code of an item; rows in the order of
  /// class_indicators of the training labels. Empty if codes are not made of labels.
  arma::fmat of_classes = {};
};

/// A two-view method with its settings. Roles of the views are those of the paper: X first.
class CrossModal : public LearningMethod {
 public:
  /// The most hash dimensions this method can learn from n samples of d_x and d_z features.
  virtual std::size_t max_dimensions(std::size_t d_x, std::size_t d_z, std::size_t n) const = 0;
  /// Does learning give items codes also from both views together (PairedProjectors::joint, or
  /// of_training), or from their classes (of_classes)?
  virtual bool gives_joint_codes() const { return false; }
  virtual bool gives_label_codes() const { return false; }
  /// Learns `dims` hash dimensions, 1 <= dims <= max_dimensions. Prints nothing; tells `observer`
  /// how far it is if that may take more than a second.
  /// Errors: numerical if a decomposition fails or X or Z is not finite; invalid_argument if the
  ///         training set lacks what this method cannot do without, saying so.
  virtual PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                                 const Observer& observer = {}) const = 0;
  /// The projector of one view, of d features, whose state this is.
  /// Errors:  corrupt_file if another method wrote the state or it does not fit the sizes.
  virtual std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                                   std::size_t dims) const = 0;
};

}  // namespace hashlab::hashers
