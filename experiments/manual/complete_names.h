#pragma once

#include "experiments/manual/completion.h"

#include <optional>
#include <string>

namespace hashlab::experiments {

/// The suggestions for a value that `placeholder` stands for in a help text, of which `typed` is
/// there: HASHER, METRIC, SPLIT and G (ground truth), with their settings behind the colon. None
/// for any other placeholder.
std::optional<Completion> names_of(const std::string& placeholder, const std::string& typed);

}  // namespace hashlab::experiments
