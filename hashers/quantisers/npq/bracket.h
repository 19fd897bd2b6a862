#pragma once

#include "hashers/quantisers/npq/exact.h"

#include <cstddef>

namespace hashlab::hashers::npq {

struct BracketSettings {
  double gap = 1e-4;  ///< stop when (bound - J) / J is no more than this
  /// The largest number of dynamic programmes that prove bounds. A programme run forwards and
  /// backwards counts as two. The first plane and the search for good cuts do not count.
  std::size_t placements = 100;
};

/// Cuts of high J for any alpha, with a proved bound on J. Our own method.
///
/// For alpha < 1, J is a ratio plus a sum over regions, and no single price (the lambda of exact.h)
/// turns J into a sum over regions. But for any n and d, one dynamic programme gives the greatest
/// value g, over all placements, of
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
/// then tens. The first plane has n = d = 0 (k-means). It needs no pairs, takes O(T G log G), and
/// gives a lower bound on the F of every better placement.
///
/// Good cuts come from programmes with the tangent of alpha N / D at the best placement. They run
/// on every eighth cut, then on all cuts near the best, and there again at the end. The maximiser
/// of every programme is also a candidate. The gap of the result may be larger than the requested
/// one, because the bound is not tight for every D and the number of programmes is limited,
/// especially at large T. `ratio` is the result of maximise_ratio for the same line, objective and
/// T; it does not depend on alpha, and it is returned if alpha is 1.
/// Cost: at most `placements` dynamic programmes and the search for good cuts; at T = 3 the work of
///   two or three programmes on the whole line.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings, const Solution& ratio);
/// Calls maximise_ratio for `ratio`, and then maximise_bracketed(line, objective, T, settings,
/// ratio). The cost is that of both.
Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings);

}  // namespace hashlab::hashers::npq
