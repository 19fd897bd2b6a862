#pragma once

#include "experiments/choose/entrant.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

// The candidates of the race for a hash function. There are thousands of combinations of
// projections, quantisers and settings, so not all of them are tried. The search starts with every
// projection in its default settings. Each candidate that is scored adds the candidates that differ
// from it in one step: another setting of the projection or of the quantiser, or another quantiser.
// In several steps every combination can be reached. The settings to try are those that the methods
// declare (LearningMethod::grid).

/// Every projection that can be trained, with its defaults and single-bit codes; if it has too few
/// dimensions for that, with the cheapest quantiser. With metric ground truth, unsupervised
/// projections also enter with several bits per dimension. Projections that cannot be trained are
/// added to `left_out`, with the reason.
std::vector<Entrant> first_entrants(const EntryFacts& facts, std::vector<NotRaced>& left_out);

/// The candidates that differ from a hash function in one step and can be trained.
std::vector<Entrant> neighbouring_entrants(const std::string& hasher, const EntryFacts& facts);

/// The compute budget of the full grid: scoring every projection with each of its settings, and
/// every quantiser with each of its settings on the cheapest projection, on all training rows of
/// one inner split. Trying all combinations of these settings would cost dozens of times as much.
double full_grid_work(const EntryFacts& facts);

}  // namespace hashlab::experiments
