#pragma once

#include "hashers/quantisers/npq/objective.h"

#include <span>

namespace hashlab::hashers::npq {

/// For each group, the neighbour pairs whose lesser end is in that group, as the groups of their
/// greater ends in ascending order. O(G + pairs).
Lists pairs_above(const Line& line);

/// A line with only the cuts `kept` (ascending, in 1 .. G - 1) of `line`: the groups between them
/// are merged. Cut j of the new line is cut kept[j - 1] of `line`. Cuts of the new line have the
/// same N, D and explained spread as the corresponding cuts of `line`. The value of a merged group
/// is the least of its values. `above` is pairs_above(line).
/// Cost: O(G + pairs).
Line merge_groups(const Line& line, const Lists& above, std::span<const std::uint32_t> kept);

/// Converts cuts of merge_groups(line, above, kept) to cuts of `line`.
Cuts cuts_of(Cuts cuts, const Cuts& kept);
/// Converts cuts of a line, all of them among `kept`, to cuts of merge_groups(line, above, kept).
Cuts cuts_in(Cuts cuts, const Cuts& kept);

/// The cuts to keep for a coarse search: cuts step, 2 step, ... of the line.
Cuts every_cut(const Line& line, std::size_t step);
/// The cuts to keep for a search near `cuts`: those at most `reach` groups from one of them.
Cuts cuts_near(const Line& line, const Cuts& cuts, std::size_t reach);

/// The reversed line: its cut c is cut G - c of `line`, and its values descend.
/// Cost: O(G + pairs).
Line mirrored(const Line& line);

}  // namespace hashlab::hashers::npq
