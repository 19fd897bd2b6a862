#pragma once

#include "experiments/audit/audit.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Notes about the classes of ranked databases, for label-based ground truth. They concern the
/// first run of each splitting protocol, or all runs that both protocols have:
///
///   * balanced draws took every row of a class: the share of queries that find nothing;
///   * a protocol ranks other class proportions than improved: the resulting difference in the
///     mean average precision of uninformative rankings. Differences below a twentieth are not
///     reported, because random draws and the size of the databases cause as much.
///
/// Cost:    that of class_relevance for each split.
std::vector<std::string> composition_notes(const std::vector<DrawnSplit>& drawn,
                                           const Labels& labels, bool is_balanced);

}  // namespace hashlab::experiments
