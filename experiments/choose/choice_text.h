#pragma once

#include "experiments/choose/choose.h"

#include <string>

namespace hashlab::experiments {

/// A report of the choice, in lines. It lists the methods that were tried, with their scores by
/// number of training rows, and where and why each was dropped. It also lists the methods that were
/// left out, with the reasons. For the chosen method it gives the code length, if that is shorter
/// than requested, and the p-value of the comparison with the second best. It ends with the loss
/// and the encoding cost of the second best, and the score of ranking by uncompressed features.
std::string choice_text(const Choice& choice);

/// The same in one line, for the origin of a model.
std::string choice_summary(const Choice& choice);

}  // namespace hashlab::experiments
