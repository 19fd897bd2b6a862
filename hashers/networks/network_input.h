#pragma once

#include "hashers/networks/network_settings.h"

#include <armadillo>

#include <cstddef>
#include <string>

namespace hashlab::hashers {

/// Turns samples into a network's input: features minus the offset, if there is one, times their
/// scale. The local descriptors of a bag are first sorted in ascending order, by their first
/// number, then by the next. The input is then bit-identical for any order of a bag, which matters
/// because sums of floats depend on their order.
struct NetworkInput {
  arma::fvec scale;           ///< one number for all features, or d
  std::size_t locations = 1;  ///< local descriptors of a sample; 1 if it is not a bag
  arma::fvec offset = {};     ///< subtracted from each local descriptor (c numbers); or empty

  arma::fmat operator()(const arma::fmat& X) const;
};

/// True if the network's samples are centred by the mean of each feature. Bags are not, because a
/// position in a bag has no meaning and each position would have its own mean.
bool takes_centred(const NetworkSettings& settings);

/// read_input reads the input of samples with d features from the arrays of a state, and put_input
/// writes an input to the arrays of a state. These are the arrays, with their rows and columns:
///
///   input.scale    1 x 1; d x 1 if `input` is "standardised"
///   input.offset   c x 1; only for bags with average pooling
///
/// Errors:  of read_input: corrupt_file if an array is missing or has another shape.
NetworkInput read_input(const NetworkSettings& settings, const std::string& input, std::size_t d,
                        const ProjectorState& state);
void put_input(const NetworkInput& input, ProjectorState& state);

/// The input transformation fitted to the samples X (d x n). `input` is "scaled" (one scale, with
/// which features have variance 1 on average), "standardised" (each feature has variance 1) or
/// "plain" (features are not scaled). For bags, variances and means are those of local descriptors
/// over all positions. With average pooling, the mean descriptor is subtracted from each
/// descriptor. With the other poolings (see NetworkSettings::pool) nothing is subtracted, because
/// second-order poolings scale each descriptor to length 1 themselves, and `gem` needs values that
/// are not negative.
NetworkInput learned_input(const NetworkSettings& settings, const std::string& input,
                           const arma::fmat& X);

}  // namespace hashlab::hashers
