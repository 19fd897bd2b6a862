#pragma once

#include "lib/types.h"

#include <armadillo>

#include <cstdint>
#include <span>

namespace hashlab::experiments {

// Values of items that do not come from a function of one view, as some published cross-modal
// results use them (see Direction::codes).

/// Values of samples by their classes: the sum of the rows of `of_classes` for the sample's
/// classes. The rows belong to the classes of `training` in ascending order (see class_indicators).
/// A sample without classes has zeros. Returns samples x dims.
arma::fmat values_of_classes(const arma::fmat& of_classes, const Labels& training,
                             const Labels& samples);

/// The values that training assigned to the training samples, `of_training` (n x dims, for the rows
/// `training`), for the wanted rows. Returns rows x dims.
/// Errors:  invalid_argument if a row is not among the training rows.
arma::fmat values_of_training(const arma::fmat& of_training, const Rows& training,
                              std::span<const std::uint32_t> wanted);

}  // namespace hashlab::experiments
