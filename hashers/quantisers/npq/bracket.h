#pragma once

#include "hashers/quantisers/npq/exact.h"

#include <cstddef>

namespace hashlab::npq {

struct BracketSettings {
  double gap = 1e-4;             ///< stop when (bound - J) / J is no more than this
  std::size_t placements = 100;  ///< most dynamic programmes to run
};

/// Cuts of high J for any alpha, and a proved bound on J. Our own.
///
/// Below alpha = 1 J is a ratio plus a sum over regions, which no single price turns into a sum.
/// But for any lambda, and every placement with l <= D <= h,
///   F = lambda + (N - lambda D) / D <= lambda + max((N - lambda D) / h, (N - lambda D) / l),
/// by the sign of N - lambda D. Each side is a sum over regions, so alpha times it plus
/// (1 - alpha)(1 - Omega) is maximised by one dynamic programme; with lambda the F of the best cuts
/// so far the bound is tight for everything whose F or D is near theirs. Best-first branch and
/// bound over intervals [l, h] of D; within one, a multiplier mu >= 0 on D - l or on h - D holds
/// the maximiser to the interval (Lagrangian dual, a valid bound at each mu). Every maximiser met
/// is a candidate. It ends with a gap, not with a promise: the dual of an interval need not be
/// tight, least of all at T = 1.
/// `ratio` is maximise_ratio of the same line, objective and T, which does not look at alpha.
/// Cost: at most `placements` dynamic programmes.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings, const Solution& ratio);
/// The same, beside what maximise_ratio costs.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings);

}  // namespace hashlab::npq
