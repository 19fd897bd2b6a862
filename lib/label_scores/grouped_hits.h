#pragma once

#include "lib/label_scores/labelled.h"
#include "lib/metrics/label_groups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// The labels of which `groups` are made: those of the queries and, unless `labelled` leaves one
/// out, those of the items after them. Rows of a group are positions in this list.
std::vector<std::int32_t> grouped_labels(const Labelled& labelled);

/// hit@k of each group, whose queries rank the items of the group. Groups without queries or
/// without items are left out.
std::vector<double> grouped_hits(const LabelGroups& groups, const Labelled& labelled,
                                 std::size_t k);

}  // namespace hashlab
