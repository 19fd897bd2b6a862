#pragma once

#include "hashers/quantisers/npq/objective.h"

#include <span>

namespace hashlab::hashers::npq {

/// Lists of the greater end of each pair of a line by its lesser end, ascending. O(G + pairs).
Lists pairs_above(const Line& line);

/// The line with the cuts `kept` only, ascending and in 1 .. G - 1: the groups between them become
/// one. Cut j of it is kept[j - 1], and its placements have the N, D and spread of the same cuts of
/// the whole line; its value is the least of a group.
/// `above` is pairs_above(line).
/// Cost: O(G + pairs).
Line merge_groups(const Line& line, const Lists& above, std::span<const std::uint32_t> kept);

/// The cuts of the whole line that `cuts` of merge_groups(line, above, kept) are, and back: `cuts`
/// are among those kept.
Cuts cuts_of(Cuts cuts, const Cuts& kept);
Cuts cuts_in(Cuts cuts, const Cuts& kept);

/// Cuts step, 2 step, ... of a line, and its cuts at most `reach` groups from one of `cuts`: which
/// to keep for a search that is coarse, or near what a coarse one found.
Cuts every_cut(const Line& line, std::size_t step);
Cuts cuts_near(const Line& line, const Cuts& cuts, std::size_t reach);

/// The line from behind: its cut c is cut G - c of `line`, and its values fall.
/// Cost: O(G + pairs).
Line mirrored(const Line& line);

}  // namespace hashlab::hashers::npq
