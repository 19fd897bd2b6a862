#pragma once

#include "experiments/choose/field.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// The rung of the search.
inline constexpr std::size_t search_rung = 1;

/// The best on the search's rung, and the best of another kind there, or else of another group.
std::vector<std::size_t> best_two(const Field& field);

/// The middle of a race: scores on the search's rung the best three of entry, then whoever follows
/// the best that have been scored there, and the best third of entry. Next is always whoever costs
/// least, where what one costs counts as often as the third power of two ranks says, that of its
/// group and that of its kind: the best may be dear, others have to be cheap. What it takes the
/// best two, or the best, to be scored on all rows is kept free if it fits; only other settings of
/// these two may use it.
void search(Field& field);

}  // namespace hashlab::experiments
