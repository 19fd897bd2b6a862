#pragma once

#include "experiments/choose/choose.h"

#include <string>

namespace hashlab::experiments {

/// A report on a choice, in several lines. It lists the methods that were tried, with their scores
/// by number of training rows, and where and why each was dropped. It also lists the methods that
/// were not tried, with the reasons. For the chosen method it gives the code length, if that is
/// shorter than requested, and the p-value of the comparison with the second best. At the end are
/// the second best's lower score and encoding cost, and the score of the uncompressed features.
std::string choice_text(const Choice& choice);

/// A summary of a choice in one line, for the origin of a model.
std::string choice_summary(const Choice& choice);

}  // namespace hashlab::experiments
