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

}  // namespace hashlab
