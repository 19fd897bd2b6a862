#pragma once

#include "experiments/choose/field.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// The rung of the search.
inline constexpr std::size_t search_rung = 1;

/// The best on the search's rung, and the best of another kind there, or else of another group.
std::vector<std::size_t> best_two(const Field& field);

/// The middle of a race. It scores on the search's rung the best three of entry, and then the best
/// third of entry and followers of the best candidates scored there. The next candidate is always
/// the one with the least weighted cost: its cost times the third powers of the ranks of its
/// group and its kind. Expensive candidates are therefore tried only for the best groups
/// and kinds. The cost of scoring the best two, or the best, on all rows is reserved if possible;
/// only other settings of these two may use it.
void search(Field& field);

}  // namespace hashlab::experiments
