#pragma once

#include "hashers/model.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The treatment of hash dimensions that consist of rounding errors (see
/// hashers::rounding_dimensions).
enum class RoundingBits {
  keep,   ///< report them
  fix,    ///< give all samples the same digit there, and report it
  refuse  ///< treat them as an error
};

/// "keep", "fix" or "refuse". Errors: invalid_argument.
RoundingBits parse_rounding_bits(const std::string& text);

/// Examines models that were trained on a data set file, using the first 2048 of its samples.
/// Returns lines to be shown to the user.
/// Errors:  invalid_argument for `refuse`, naming the dimensions and what to do; those of
///          DatasetFile.
std::vector<std::string> look_at_rounding(std::vector<hashers::Model>& models,
                                          const std::string& data, const std::string& view,
                                          RoundingBits what);

}  // namespace hashlab::experiments
