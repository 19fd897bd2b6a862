#pragma once

#include "hashers/model.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The treatment of hash dimensions whose values are only rounding errors (see
/// hashers::rounding_dimensions).
enum class RoundingBits {
  keep,   ///< report them
  fix,    ///< give all samples the same digit there, and report this
  refuse  ///< treat them as an error
};

/// Parses "keep", "fix" or "refuse". Errors: invalid_argument.
RoundingBits parse_rounding_bits(const std::string& text);

/// Searches trained models for hash dimensions whose values are only rounding errors, and treats
/// these as `what` requires. It uses the first 2048 samples of the data set file `data`; `view` is
/// the view of a single model, or "". Returns messages for the user.
/// Errors:  invalid_argument for `refuse`, naming the dimensions and a remedy; those of
///          DatasetFile.
std::vector<std::string> look_at_rounding(std::vector<hashers::Model>& models,
                                          const std::string& data, const std::string& view,
                                          RoundingBits what);

}  // namespace hashlab::experiments
