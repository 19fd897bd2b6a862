#pragma once

#include "experiments/choose/choose.h"

#include <string>

namespace hashlab::experiments {

/// What was tried, with scores by rung, where each was dropped and why; what was left out and why;
/// the choice, the bits of its codes if they are fewer than asked for, how sure it is, what the
/// next best loses and takes to encode, and what ranking by the features as they are scores. Lines.
std::string choice_text(const Choice& choice);

/// The same in one line, for the origin of a model.
std::string choice_summary(const Choice& choice);

}  // namespace hashlab::experiments
