#pragma once

#include "hashers/model.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The treatment of hash dimensions whose values are only rounding errors (see
/// hashers::rounding_dimensions).
enum class RoundingBits {
  keep,   ///< report them
  fix,    ///< give all samples the same digit in these dimensions, and report this
  refuse  ///< treat them as an error
};

/// Parses "keep", "fix" or "refuse". Errors: invalid_argument.
RoundingBits parse_rounding_bits(const std::string& text);

/// Searches trained models for hash dimensions whose values are only rounding errors, and treats
/// these as `what` requires. The search encodes the first 2048 samples of the data set file `data`.
/// If there is one model, `view` is the view of the data set on which it was trained, or "". If
/// there are several models, `view` is ignored, because each model has the name of its view.
/// Returns messages for the user, one for each model with such dimensions.
/// Errors:  invalid_argument if `what` is refuse and there are such dimensions; the message names
///          them and a remedy. Also those of DatasetFile.
std::vector<std::string> look_at_rounding(std::vector<hashers::Model>& models,
                                          const std::string& data, const std::string& view,
                                          RoundingBits what);

}  // namespace hashlab::experiments
