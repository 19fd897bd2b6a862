#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "lib/types.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// The number of rows that balanced draws can take before they use up a class: the number of
/// classes times the size of the smallest. 0 if rows can have several classes or none, because such
/// rows are then drawn more or less often than their share, whatever the sizes.
std::size_t evenly_drawable_rows(const Labels& labels);

/// True if parts are drawn with equally many rows of each class. That requires label-based ground
/// truth. If the experiment file does not set `balance`, parts are balanced unless balanced draws
/// would use up a class. In that case the remaining rows, which are ranked, would have other class
/// proportions than the data set. This would change scores, even those of random rankings, and
/// differently under each splitting protocol. If no protocol draws parts, it makes no difference
/// and the result is true.
bool has_balanced_parts(const Suite& suite, const DatasetFacts& dataset);

/// The reason why parts are not balanced, in one line, if the experiment file does not set
/// `balance`. "" if they are balanced, or the experiment file sets it.
std::string balance_note(const Suite& suite, const DatasetFacts& dataset);

}  // namespace hashlab::experiments
