#pragma once

#include "experiments/choose/entrant.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

// Who enters the race for a hash function. The product of all projections, quantisers and settings
// is thousands, so it is searched: first every projection with its defaults; then, of those that
// are scored in the search, whoever differs in one step: another setting of the projection or of
// the quantiser, or another quantiser. By steps every combination can be reached.
// Settings worth trying are those that methods declare themselves (LearningMethod::grid).

/// Every projection that can be learned, with its defaults and single-bit codes, or if it finds too
/// few dimensions for that, with the quantiser that costs least; by a ball what is not supervised
/// also with several bits a dimension. Why the others cannot, in `left_out`.
std::vector<Entrant> first_entrants(const EntryFacts& facts, std::vector<NotRaced>& left_out);

/// Those that differ from a hash function in one step and can be learned.
std::vector<Entrant> neighbouring_entrants(const std::string& hasher, const EntryFacts& facts);

/// The full grid's work: what it takes to score every projection with each of its settings, and
/// every quantiser with each of its settings behind the cheapest projection, on one inner split.
/// The product of them all is dozens of times as much.
double full_grid_work(const EntryFacts& facts);

}  // namespace hashlab::experiments
