#pragma once

#include "experiments/choose/choose.h"

#include <string>

namespace hashlab::experiments {

/// A report of the choice, in lines. It names what was tried, with scores by rung, and where and
/// why each candidate was dropped; what was left out and why; and the choice, with the length of
/// its codes if it is shorter than requested and the certainty of the choice. It also gives the
/// loss and the encoding cost of the second best, and the score of ranking by uncompressed
/// features.
std::string choice_text(const Choice& choice);

/// The same in one line, for the origin of a model.
std::string choice_summary(const Choice& choice);

}  // namespace hashlab::experiments
