#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "lib/types.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// How many rows balanced draws can take before they use up a class: all classes together if each
/// had as few rows as the smallest. 0 if a row can have several classes, or none: such rows are
/// then drawn more or less often than their share, whatever the sizes.
std::size_t evenly_drawable_rows(const Labels& labels);

/// Do parts have as many rows of each class? If the suite leaves it open, they do where classes are
/// the ground truth and balanced draws use up none of them. Otherwise the rest, which is ranked,
/// would have other classes than the data set: other scores, even of rankings that know nothing,
/// and other ones under each splitting strategy. Where no strategy draws a part it makes no
/// difference, and the answer is yes.
bool has_balanced_parts(const Suite& suite, const DatasetFacts& dataset);

/// Why parts are not balanced although the suite leaves it open, in one line; "" if they are, or
/// the suite says so.
std::string balance_note(const Suite& suite, const DatasetFacts& dataset);

}  // namespace hashlab::experiments
