#pragma once

#include "lib/metrics/cumulated.h"

namespace hashlab {

// Areas under the precision-recall curve of `c`, with one point per radius (thesis section 3.6.3).
// The functions differ at the ends of the curve and in the quadrature rule; all return 0 if nothing
// is relevant.

/// Trapezoid rule over all radii at which something is retrieved (thesis footnote 9). If all items
/// have the same distance, the curve is a single point. The area is then the precision at this
/// point, which is the share of relevant items.
double auprc(const Cumulated& c);

/// Trapezoid rule over the radii from 0 to just below the largest distance that occurs, with
/// precision 0 where nothing is retrieved, as in the thesis author's released code.
double auprc_open(const Cumulated& c);

/// Thesis equation 3.11 as printed: sum over d >= 1 of P(d) (R(d) - R(d - 1)). The recall reached
/// at distance 0 contributes nothing.
double auprc_step(const Cumulated& c);

/// Trapezoid rule as in auprc(), with the curve extended to recall 0 at its first precision.
double auprc_anchored(const Cumulated& c);

/// The area under the curve of Davis and Goadrich (ICML 2006). Between two radii false positives
/// grow in proportion to true positives, so precision is not linear in recall; the curve begins at
/// recall 0 with the first precision. Instead of the sum over single true positives of Davis and
/// Goadrich, the integral is computed (Keilwagen, Grosse and Grau, PLOS ONE 2014, equation 5). If
/// all items are tied, the area is the proportion of relevant items. Unlike with auprc(), the items
/// at the first radius count, and wide ties are not overrated by straight lines.
double auprc_interpolated(const Cumulated& c);

// The tie band is the range between the areas for the worst and the best order of ties. Each area
// is computed by the trapezoid rule from a curve with one point per item instead of per radius. The
// curve is extended to recall 0 at its first precision; otherwise a relevant item at the top would
// contribute nothing, and the best order could score lower than the worst. Therefore worst <= best
// always, and auprc <= auprc_anchored <= best. However, worst can exceed auprc, because trapezoids
// over radii omit the part below the recall of the first radius and underestimate the area where a
// tie raises precision.

/// The upper end of the tie band: the area if the relevant items come first in each tie of `c`.
double auprc_best(const Cumulated& c);

/// The lower end of the tie band: the area if the relevant items come last in each tie of `c`.
double auprc_worst(const Cumulated& c);

}  // namespace hashlab
