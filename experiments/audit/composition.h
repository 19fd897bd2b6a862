#pragma once

#include "experiments/audit/audit.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Notes about the classes of ranked databases, for label-based ground truth. There are two kinds:
///
///   * the database of a protocol, in its first run, has no row of some class, because balanced
///     draws or given lists of rows left none. The note gives the share of queries without relevant
///     items;
///   * the database of a protocol has other class proportions than that of `improved`. The note
///     gives the mean average precision of random rankings under both, over the runs that both
///     have. Relative differences below a twentieth are not reported, because random draws and the
///     size of the databases cause as much.
///
/// Cost:    that of class_relevance for each split.
std::vector<std::string> composition_notes(const std::vector<DrawnSplit>& drawn,
                                           const Labels& labels, bool is_balanced);

}  // namespace hashlab::experiments
