#pragma once

#include "lib/types.h"

#include <armadillo>

#include <cstdint>
#include <span>

namespace hashlab::experiments {

// The functions below return values of database items that are not computed from one view of the
// item: training assigned them to the sample or to its classes. Some published cross-modal results
// use such values (see Direction::codes).

/// Values of samples by their classes, samples x dims: for each sample the sum of the rows of
/// `of_classes` that belong to its classes. Row i of `of_classes` belongs to the i-th of the
/// classes that occur in `training`, in ascending order (see class_indicators). A sample without
/// any of these classes has zeros.
arma::fmat values_of_classes(const arma::fmat& of_classes, const Labels& training,
                             const Labels& samples);

/// The rows of `of_training` for the data set rows `wanted`, in their order. `of_training` (n x
/// dims) has the values that training assigned to the training samples, whose data set rows are
/// `training`, ascending.
/// Errors:  invalid_argument if a wanted row is not a training row.
arma::fmat values_of_training(const arma::fmat& of_training, const Rows& training,
                              std::span<const std::uint32_t> wanted);

}  // namespace hashlab::experiments
