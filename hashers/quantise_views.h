#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <vector>

namespace hashlab::hashers {

/// Learns one quantisation for the projections of two views, x and z (n x dims each), so that codes
/// of one are comparable with those of the other: a dimension has the same bits in both.
///
/// A dimension's values are divided by their root mean square in that view, which leaves zero where
/// it is, and all of them, 2n, make one line. A sample's neighbours on it are its neighbours'
/// values in both views, and its own value in the other: thresholds that keep neighbours together
/// do so across views.
/// Errors:  those of Quantiser::learn.
Quantisation quantise_views(const Quantiser& quantiser, const arma::fmat& x, const arma::fmat& z,
                            const NeighbourGraph& S, Reuse* reuse, const Rng& rng,
                            const Observer& observer = {});

/// The same quantisation in the units of a view, or of whatever else has values Y (n x dims) for
/// the samples it was learned from: thresholds times the root mean square of each dimension.
Quantisation in_units_of(const Quantisation& quantisation, const arma::fmat& Y);

}  // namespace hashlab::hashers
