#pragma once

#include "experiments/audit/audit.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// What is to be known of the classes of ranked databases where classes say who is relevant, of the
/// first run of each strategy or of all that both strategies have:
///
///   * balanced draws took every row of a class: which share of the queries finds nothing;
///   * a strategy ranks other shares of classes than improved: by how much the mean average
///     precision of rankings that know nothing differs for it. Below a twentieth nothing is said:
///     as much differs by the rows that are drawn, and by the size of the databases.
///
/// Cost:    that of class_relevance for each split.
std::vector<std::string> composition_notes(const std::vector<DrawnSplit>& drawn,
                                           const Labels& labels, bool is_balanced);

}  // namespace hashlab::experiments
