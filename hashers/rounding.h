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
/// down. `X` (d x n) holds the n samples on which this is tested, not centred, with the features
/// that the model takes. Fewer than two samples give no dimensions.
/// Cost:  two projections of these samples, or one if no standard deviation is so small.
std::vector<RoundingDimension> rounding_dimensions(const Model& model, const Features& X);

/// rounding_dimensions(model, X) for a projector and a quantisation that are not in a Model. `mean`
/// has one value for each feature of X. The projector gets only the features in `range`.
std::vector<RoundingDimension> rounding_dimensions(const Projector& projector,
                                                   const Quantisation& quantisation,
                                                   const Features& X, const arma::fvec& mean,
                                                   FeatureRange range);

/// True if some dimension of the projections Y (m samples x dims) has a standard deviation below
/// 10^-4 of the largest. If false, rounding_dimensions() finds none for these samples.
bool may_hold_rounding(const arma::fmat& Y);

/// Makes these dimensions constant: moves their thresholds above all values, so that every sample
/// gets the same digit.
void fix_dimensions(Quantisation& quantisation, const std::vector<RoundingDimension>& dimensions);

/// Text for a message: "dimension 8 of 8 holds rounding: ...". `found` is not empty; `dimensions`
/// is the number of all dimensions.
std::string rounding_text(const std::vector<RoundingDimension>& found, std::size_t dimensions);

}  // namespace hashlab::hashers
