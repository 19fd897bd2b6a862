#pragma once

#include "hashers/networks/network_settings.h"

#include <armadillo>

#include <cstddef>
#include <string>

namespace hashlab::hashers {

/// Turns samples into what a network takes: features times their scale. The local descriptors of a
/// bag are first put into ascending order, by their first number, then by the next. Whatever order
/// a bag lists them in, the network thus gets the same bits: sums of floats depend on their order.
struct NetworkInput {
  arma::fvec scale;           ///< one for all features, or d
  std::size_t locations = 1;  ///< local descriptors of a sample; 1 if it is not a bag
  arma::fvec offset = {};     ///< c; subtracted from each local descriptor, or empty

  arma::fmat operator()(const arma::fmat& X) const;
};

/// Whether samples of this network are taken minus the mean of each feature. Those of a bag are
/// not, since a place in a bag means nothing: each place would have a mean of its own.
bool takes_centred(const NetworkSettings& settings);

/// The names, rows and columns of the arrays that hold an input of d features in a state.
///
///   input.scale    1 x 1; d x 1 if `input` is "standardised"
///   input.offset   c x 1; only of bags pooled by averages
NetworkInput read_input(const NetworkSettings& settings, const std::string& input, std::size_t d,
                        const ProjectorState& state);
void put_input(const NetworkInput& input, ProjectorState& state);

/// The input learned from training samples, d x n. `input` is "scaled" (one scale by which
/// features have variance 1 on average), "standardised" (each feature has) or "plain".
/// Of bags, variances and means are those of local descriptors, over all places. Averages of
/// descriptors are taken around that mean; the other poolings take descriptors as they are: JCF
/// normalises their lengths, and generalised means are of values that are not negative.
NetworkInput learned_input(const NetworkSettings& settings, const std::string& input,
                           const arma::fmat& X);

}  // namespace hashlab::hashers
