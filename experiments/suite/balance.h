#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "lib/types.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// The largest number of rows that can be drawn with equally many rows of each class: the number of
/// classes times the size of the smallest class. 0 if rows can have several classes or none,
/// because balanced draws then distort the class proportions, whatever the sizes of the parts.
std::size_t evenly_drawable_rows(const Labels& labels);

/// True if the parts of splits are balanced: drawn with equally many rows of each class. Balanced
/// parts require label-based ground truth. If the experiment file does not set `balance`, every
/// protocol must also draw fewer rows than evenly_drawable_rows(), so that no class is used up. If
/// a class were used up, the remaining rows, which are ranked, would have other class proportions
/// than the data set. This would change scores, even those of random rankings, and differently
/// under each splitting protocol. If no protocol draws parts at random, balance has no effect. The
/// result is then true for label-based ground truth, unless `balance` is none.
bool has_balanced_parts(const Suite& suite, const DatasetFacts& dataset);

/// The reason, in one line, why the parts of splits are not balanced by default. "" if they are
/// balanced, if the experiment file sets `balance`, or if the ground truth is not label-based.
std::string balance_note(const Suite& suite, const DatasetFacts& dataset);

}  // namespace hashlab::experiments
