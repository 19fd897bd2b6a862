#pragma once

#include "experiments/choose/field.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// The rung (race_data.h) on which the search scores candidates.
inline constexpr std::size_t search_rung = 1;

/// The best candidate on the search rung, and the best one there with another quantiser
/// (Entrant::kind). If all have the same quantiser, the second is the best one with another
/// projection (Entrant::group). Fewer than two if there are no others.
std::vector<std::size_t> best_two(const Field& field);

/// The middle phase of a race (race.h). On the search rung it scores the best three first entrants,
/// and then, one at a time, further candidates: the best third of the first entrants, and variants
/// of the best candidate of each pair of projection and quantiser on that rung. The next candidate
/// is the one with the least weighted cost: its cost times the third powers of the ranks of its
/// projection and its quantiser, where rank 1 is the best. Expensive settings are therefore tried
/// only for the best projections and quantisers. Late candidates (Entrant::is_late), and those
/// whose projection ranks below the third, come after all others. The cost of scoring the best two
/// candidates on all rows, or at least that of the best, is reserved if possible. Only other
/// settings of these two may use the reserve.
void search(Field& field);

}  // namespace hashlab::experiments
