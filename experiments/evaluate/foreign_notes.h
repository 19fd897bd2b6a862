#pragma once

#include "experiments/suite/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Warnings about the codes of other programs, one line each, to be shown before a run: the
/// findings of look_at_codes() in the file of each method's first cell, and those of
/// doubtful_training().
/// Errors:  those of open_codes.
std::vector<std::string> foreign_codes_notes(const std::vector<Cell>& cells);

}  // namespace hashlab::experiments
