#pragma once

#include "hashers/quantisers/npq/exact.h"

#include <cstddef>

namespace hashlab::hashers::npq {

struct BracketSettings {
  double gap = 1e-4;  ///< stop when (bound - J) / J is no more than this
  /// The largest number of dynamic programmes; one run forwards and backwards counts as two.
  std::size_t placements = 100;
};

/// Cuts of high J for any alpha, with a proved bound on J. Our own method.
///
/// For alpha < 1, J is a ratio plus a sum over regions, and no single price turns J into a sum over
/// regions. But for any n and d, one dynamic programme gives the greatest value g, over all
/// placements, of
///   n N - d D + (1 - alpha)(1 - Omega),
/// and therefore, for every placement,
///   J <= alpha F + g + D (d - n F),
/// where the choice n = alpha / D' makes the bound at D = D' the same for all F. Each such bound is
/// a plane over (F, D). The planes leave strips of D open in which J may exceed the best known
/// value by more than the gap (open_strips.h). The next programme is run for a D in the strip with
/// the highest bound. At this D, alpha F is n N, so only d has to be found, from earlier placements
/// with lesser and greater D. When no strip is open, the gap is proved.
///
/// A programme run forwards and backwards shows how much lower its plane is for placements that use
/// a given cut. If no strip remains open for a cut, no better placement contains it, and later
/// programmes run on the line without it (needed_cuts.h): 2,000 cuts soon shrink to some hundreds,
/// then tens. The first plane has n = d = 0 (k-means): it needs no pairs, takes O(T G log G), and
/// bounds F from below.
///
/// The initial cuts come from programmes with the tangent of alpha N / D at the best placement, on
/// every eighth cut and on all cuts near the best; every maximiser found later is also a candidate.
/// The result has the gap that was reached, which may be larger than the requested one: for some D
/// the bound need not be tight, especially at large T within `placements`. `ratio` is the result of
/// maximise_ratio for the same line, objective and T, which does not depend on alpha.
/// Cost: at most `placements` dynamic programmes; at T = 3 the work of two or three on the whole
///   line.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings, const Solution& ratio);
/// Calls maximise_ratio for `ratio`, and then maximise_bracketed(line, objective, T, settings,
/// ratio). The cost is that of both.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings);

}  // namespace hashlab::hashers::npq
