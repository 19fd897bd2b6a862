#pragma once

#include "hashers/quantisers/npq/exact.h"

#include <cstddef>

namespace hashlab::hashers::npq {

struct BracketSettings {
  double gap = 1e-4;  ///< stop when (bound - J) / J is no more than this
  /// Most dynamic programmes to run on what is left of the line; forwards and backwards are two.
  std::size_t placements = 100;
};

/// Cuts of high J for any alpha, and a proved bound on J. Our own.
///
/// Below alpha = 1 J is a ratio plus a sum over regions, which no single price turns into a sum.
/// But one dynamic programme gives, for any n and d, the greatest g of all placements of
///   n N - d D + (1 - alpha)(1 - Omega),
/// and so for every placement
///   J <= alpha F + g + D (d - n F),
/// with n = alpha / D' the same for all F at D'. Such planes over (F, D) leave strips open in which
/// J may be better than known by more than the gap (open_strips.h). The next programme is for the
/// most open D: there alpha F is n N, so only d is to be found, from placements of lesser and
/// greater D met so far. When nothing is open, the gap is proved.
///
/// A programme forwards and backwards tells how much lower its plane is for placements that use
/// some cut. Cuts for which that leaves nothing open in any strip are in no better placement, and
/// later programmes run on the line without them (needed_cuts.h): of 2,000 cuts soon some hundreds,
/// then tens. The first plane has no n and d (k-means): it needs no pairs, takes O(T G log G), and
/// bounds F from below.
///
/// Cuts to compare with come first, from programmes with the tangent of alpha N / D at the best, on
/// every eighth cut and on all cuts near the best; and every maximiser met is a candidate. It ends
/// with a gap, not with a promise: for a D the bound need not be tight, least of all at large T
/// within `placements`.
/// `ratio` is maximise_ratio of the same line, objective and T, which does not look at alpha.
/// Cost: at most `placements` dynamic programmes; at T = 3 the work of two or three on the whole
/// line.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings, const Solution& ratio);
/// The same, beside what maximise_ratio costs.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings);

}  // namespace hashlab::hashers::npq
