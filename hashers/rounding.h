#pragma once

#include "hashers/hasher.h"
#include "hashers/model.h"
#include "hashers/project_rows.h"
#include "lib/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// A hash dimension that consists of rounding errors, because the samples do not vary in its
/// direction, such as the last principal axis of histograms whose rows sum to one.
struct RoundingDimension {
  std::size_t dimension = 0;  ///< 0-based
  double changed = 0;  ///< share of samples whose digit changes when features change in their last
                       ///< place
};

/// The dimensions whose standard deviation is below 10^-4 of the largest, and whose digits change
/// in more than 1 % of the samples if every feature moves by one unit in its last place, up or
/// down. `X` holds some samples, d x n, not centred, with the features that the model takes.
/// Cost:  two encodings of these samples.
std::vector<RoundingDimension> rounding_dimensions(const Model& model, const Features& X);

/// The same for the parts of a model: `mean` has all features of X, of which the projector gets
/// `range`.
std::vector<RoundingDimension> rounding_dimensions(const Projector& projector,
                                                   const Quantisation& quantisation,
                                                   const Features& X, const arma::fvec& mean,
                                                   FeatureRange range);

/// False if rounding_dimensions would find none for samples with these projections, m x dims.
bool may_hold_rounding(const arma::fmat& Y);

/// Gives all samples the same digit in these dimensions: their thresholds are moved above all
/// values.
void fix_dimensions(Quantisation& quantisation, const std::vector<RoundingDimension>& dimensions);

/// "dimension 8 of 8 holds rounding: ...", for a message.
std::string rounding_text(const std::vector<RoundingDimension>& found, std::size_t dimensions);

}  // namespace hashlab::hashers
