#pragma once

#include "lib/types.h"

#include <armadillo>

#include <cstdint>
#include <span>

namespace hashlab::experiments {

// Values of items that no function of one view gave them: what some published tables of two views
// rank (see Direction::codes).

/// Values of samples by their classes: the sum of the rows of `of_classes` that are theirs, one a
/// class of `training` in ascending order (see class_indicators). Zeros for a sample of none.
/// Returns samples x dims.
arma::fmat values_of_classes(const arma::fmat& of_classes, const Labels& training,
                             const Labels& samples);

/// The values that learning gave to the training samples, `of_training` (n x dims, for the rows
/// `training`), of the rows wanted. Returns rows x dims.
/// Errors:  invalid_argument if a row is not among the training rows.
arma::fmat values_of_training(const arma::fmat& of_training, const Rows& training,
                              std::span<const std::uint32_t> wanted);

}  // namespace hashlab::experiments
