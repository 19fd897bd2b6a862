#pragma once

#include "experiments/choose/choose.h"

#include <string>

namespace hashlab::experiments {

/// A report on a choice, in several lines. First come the methods that were tried: their scores by
/// number of training rows, and at which point and why each was dropped. Then come the methods that
/// were not tried, with the reasons. For the chosen method, the report gives the score, the
/// encoding cost, and the p-value of the comparison with the second-best method. It also gives the
/// code length if it is shorter than requested, and the number of training rows in the final if not
/// all were used. At the end are the second-best method, the difference between the two scores, its
/// encoding cost, and the score of the uncompressed features.
std::string choice_text(const Choice& choice);

/// A summary of a choice in one line, which a model file stores (ModelOrigin::choice).
std::string choice_summary(const Choice& choice);

}  // namespace hashlab::experiments
