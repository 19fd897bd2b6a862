#pragma once

#include "lib/metrics/cumulated.h"

namespace hashlab {

// Areas under the precision-recall curve of `c`, one point a radius (thesis section 3.6.3). They
// differ in the ends of the curve and the rule of the sum; all are 0 if nothing is relevant.

/// Trapezoid rule over all radii at which something is retrieved (thesis footnote 9). If a single
/// distance holds everything the curve is one point: the area is its precision, the base rate.
double auprc(const Cumulated& c);

/// Trapezoid rule over the radii from 0 to just below the largest distance that occurs, with
/// precision 0 where nothing is retrieved: what the thesis author's released code computes.
double auprc_open(const Cumulated& c);

/// Equation 3.11 as printed: sum over d >= 1 of P(d) (R(d) - R(d - 1)). What is found at distance 0
/// adds nothing.
double auprc_step(const Cumulated& c);

/// Trapezoid rule as in auprc, the first precision held back to recall 0.
double auprc_anchored(const Cumulated& c);

// The tie band: the ranking of `c` walked item by item, one point an item, trapezoid rule, the
// precision of the first item held back to recall 0 (that is one relevant item's share of recall;
// without it a relevant item in front would add nothing and the best order could lose). Then
// worst <= best always, and auprc <= auprc_anchored <= best. But worst can exceed auprc: trapezoids
// over radii leave out what the first radius finds, and cut a corner where a tie raises precision.

/// Relevant items first within each tie of `c`.
double auprc_best(const Cumulated& c);

/// Relevant items last within each tie of `c`.
double auprc_worst(const Cumulated& c);

}  // namespace hashlab
