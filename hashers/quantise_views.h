#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <vector>

namespace hashlab::hashers {

/// Trains one quantisation for the projections of two views, x and z (n x dims each), so that codes
/// of one view are comparable with those of the other: a dimension has the same number of bits in
/// both views. Apply in_units_of() to the result for each view before you encode with it.
///
/// Each dimension is divided by its root mean square in its view, which preserves zero, and the 2n
/// values of both views form one line. The neighbours of a value on this line are the values of its
/// sample's neighbours in both views, and the sample's own value in the other view. Thresholds that
/// keep neighbours together therefore do so across views. If S has no pairs, no value has
/// neighbours. S holds n lists; `reuse` may be null (see TrainingSet::reuse).
/// Errors:  those of Quantiser::learn.
Quantisation quantise_views(const Quantiser& quantiser, const arma::fmat& x, const arma::fmat& z,
                            const NeighbourGraph& S, Reuse* reuse, const Rng& rng,
                            const Observer& observer = {});

/// Converts a quantisation by quantise_views to the units of Y (n x dims), the projections of the
/// training samples in one view, or other values of their hash dimensions. Multiplies the
/// thresholds of each dimension by the root mean square of that column of Y, or by 1 if the column
/// is zero.
Quantisation in_units_of(const Quantisation& quantisation, const arma::fmat& Y);

}  // namespace hashlab::hashers
