#pragma once

#include "experiments/choose/candidates.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// The rung (race_data.h) on which the search scores candidates.
inline constexpr std::size_t search_rung = 1;

/// The best candidate on the search rung, and the best one there with another quantiser. If all
/// have the same quantiser, the second is the best one with another projection. If they also have
/// the same projection, only the best candidate is returned; if none has a score, nothing.
std::vector<std::size_t> best_two(const Candidates& candidates);

/// The search phase of a race (race.h), which scores candidates on the search rung. It begins with
/// the best few first candidates (Race::promoted). Then it scores further candidates, one at a
/// time, as long as one fits the search's share of the budget. These are the best third of the
/// first candidates (at least as many as it began with), and variants of the best candidate of each
/// pair of projection and quantiser on this rung.
///
/// The next candidate is always the one with the lowest weighted cost: its cost times the third
/// powers of the ranks of its projection and of its quantiser, where rank 1 is the best. The two
/// best quantisers, and quantisers without a score on this rung, all have rank 1. Expensive
/// settings are therefore tried only for the best projections and quantisers. Deferred candidates
/// (Candidate::is_deferred), and those whose projection ranks below the third, come after all
/// others.
///
/// The cost of scoring the best two candidates (best_two) on all rows is reserved if the budget
/// allows it, otherwise that of one of them. Only other settings of these two may use the reserve.
void search(Candidates& candidates);

}  // namespace hashlab::experiments
