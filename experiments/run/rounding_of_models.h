#pragma once

#include "hashers/model.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// What is done about hash dimensions that hold rounding (see hashers::rounding_dimensions).
enum class RoundingBits {
  keep,   ///< they are told
  fix,    ///< all samples get the same digit there, and that is told
  refuse  ///< they are an error
};

/// "keep", "fix" or "refuse". Errors: invalid_argument.
RoundingBits parse_rounding_bits(const std::string& text);

/// Looks at models that were learned from a data set file, with the first 2048 of its samples.
/// Returns lines to be told.
/// Errors:  invalid_argument for `refuse`, naming the dimensions and what to do; those of
///          DatasetFile.
std::vector<std::string> look_at_rounding(std::vector<hashers::Model>& models,
                                          const std::string& data, const std::string& view,
                                          RoundingBits what);

}  // namespace hashlab::experiments
