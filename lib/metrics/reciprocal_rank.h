#pragma once

#include "lib/metrics/cumulated.h"

#include <cstdint>
#include <limits>

namespace hashlab {

/// 1 / rank of the first relevant item of a query, as the exact mean over all orders of ties; 0 if
/// that rank is beyond `cutoff` >= 1 or nothing is relevant.
///
/// Let a tie have t items, p of them relevant, and let N items be nearer. Over all orders of the
/// tie, its first relevant item is at rank N + s with the probability C(t - s, p - 1) / C(t, p).
/// Cost:    at most t terms. Terms with a probability below 2^-80 are omitted, which leaves about
///          55 t / p.
/// Source:  Voorhees, "The TREC-8 question answering track report", 1999.
double reciprocal_rank(const Cumulated& query,
                       std::uint64_t cutoff = std::numeric_limits<std::uint64_t>::max());

}  // namespace hashlab
