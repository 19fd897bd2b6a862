#pragma once

#include "experiments/choose/candidate.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

// The search space of `auto`: all hash functions that may be candidates of the race (race.h). There
// are thousands of combinations of projections, quantisers and settings, so not all of them are
// tried. The race starts with every projection in its default settings. A candidate with a good
// score adds its variants, which differ from it in one step: another setting of the projection or
// of the quantiser, or another quantiser. In several steps every combination can be reached. The
// settings to try are those that the methods declare (LearningMethod::grid).

/// The candidates with which the race starts: every projection that can be trained, with default
/// settings and single-bit quantisation. If a projection has too few dimensions for one bit per
/// dimension, it gets the cheapest quantiser that fits. With metric ground truth, unsupervised
/// projections are candidates with several bits per dimension, too. Projections that cannot be
/// trained are added to `left_out`, with the reason.
std::vector<Candidate> first_candidates(const TaskFacts& facts,
                                        std::vector<UntriedCandidate>& left_out);

/// The candidates of first_candidates(), but those that cost too much for a budget (in units) get
/// quick settings (Projection::quick_settings): if scoring one on the first, the search and the
/// last rung costs more than 60 % of the budget, it gets the slowest quick settings with which it
/// does not, or else the quickest. Settings that save less than a quarter of the cost of the slower
/// ones are not used.
std::vector<Candidate> use_quick_settings(std::vector<Candidate> first, double budget,
                                          const TaskFacts& facts);

/// The variants of the hash function named `hasher` (see above) that can be trained. If it has
/// quick settings, the slower ones and the defaults are variants. Other quantisers are tried only
/// if the quantiser of `hasher` is one that first_candidates() gives to this projection.
std::vector<Candidate> variants_of(const std::string& hasher, const TaskFacts& facts);

/// The compute budget of the full grid, in units. The full grid consists of every projection with
/// each of its settings, and of the cheapest projection with every quantiser in each of its
/// settings. The budget is the cost of scoring all of these with all training rows of one inner
/// split. Trying all combinations would cost dozens of times as much.
double full_grid_work(const TaskFacts& facts);

}  // namespace hashlab::experiments
