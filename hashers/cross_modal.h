#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <cstddef>
#include <memory>

namespace hashlab::hashers {

/// The training data of a two-view method: the same n samples, described twice.
struct PairedTrainingSet {
  arma::fmat X;            ///< d_x x n, the first view (pictures in most papers), centred
  arma::fmat Z;            ///< d_z x n, the second view (texts), centred
  NeighbourGraph S;        ///< neighbours among these n samples; empty lists if the method does not
                           ///< use them
  Labels labels = {};      ///< classes of these n samples; empty if the data set has none
  Reuse* reuse = nullptr;  ///< see TrainingSet::reuse
};

/// The result of training on two views: a function of each view into one space, where samples of
/// different views are compared. Some papers do not compute the code of a database item from one
/// view. They compute it from both views (`joint`) or from the classes of the item (`of_classes`),
/// or take the code that training assigned to it (`of_training`).
struct PairedProjectors {
  std::shared_ptr<const Projector> x, z;  ///< of the first view (d_x features), the second (d_z)

  /// A function of both views, stacked: d_x + d_z features. It gives the code that the paper
  /// assigns to an item whose two views are known. Null if the method has none.
  std::shared_ptr<const Projector> joint = nullptr;
  /// n x dims real values, whose signs are the codes that training assigned to the n training
  /// samples; other samples have no such codes. Empty if the method has none, or if `joint` gives
  /// them.
  arma::fmat of_training = {};
  /// C x dims: the code of an item is the sign of the sum of the rows of its classes. The rows are
  /// in the order of class_indicators of the training labels. Empty if the method does not compute
  /// codes from labels.
  arma::fmat of_classes = {};
};

/// A two-view method with its settings. X has the role of the first view in the method's paper, and
/// Z that of the second.
class CrossModal : public LearningMethod {
 public:
  /// The largest number of hash dimensions that can be trained on n samples of d_x and d_z
  /// features.
  virtual std::size_t max_dimensions(std::size_t d_x, std::size_t d_z, std::size_t n) const = 0;
  /// True if training also gives unified codes: codes of items from both views together
  /// (PairedProjectors::joint), or codes of the training samples (of_training).
  virtual bool gives_joint_codes() const { return false; }
  /// True if training also gives codes of items from their classes (PairedProjectors::of_classes).
  virtual bool gives_label_codes() const { return false; }
  /// Trains `dims` hash dimensions, 1 <= dims <= max_dimensions. Prints nothing; reports progress
  /// to `observer` if training may take more than a second.
  /// Errors: numerical if a decomposition fails or X or Z is not finite; invalid_argument naming
  ///   what is missing if the training set lacks data that this method needs.
  virtual PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                                 const Observer& observer = {}) const = 0;
};

}  // namespace hashlab::hashers
