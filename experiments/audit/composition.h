#pragma once

#include "experiments/audit/audit.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Notes about the classes of ranked databases, for label-based ground truth. There are two kinds:
///
///   * In the first run of a protocol, the database has no row of some class, and some queries
///     therefore have no relevant items. This is reported only if parts are drawn evenly by class,
///     or if files or the data set give the rows. The note gives the share of these queries.
///   * Random rankings score differently under `literature` or `matched` than under `improved`,
///     because the class proportions of their databases differ. The note gives the mean average
///     precision of random rankings under both protocols, over the runs that both have. Relative
///     differences of at most a twentieth are not reported, because random draws and the size of
///     the databases cause as much.
///
/// `drawn` are the splits of all protocols and runs. `is_balanced`: true if the experiment file
/// draws parts evenly by class.
/// Cost:    that of class_relevance for each split.
std::vector<std::string> composition_notes(const std::vector<DrawnSplit>& drawn,
                                           const Labels& labels, bool is_balanced);

}  // namespace hashlab::experiments
