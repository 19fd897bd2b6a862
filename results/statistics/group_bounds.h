#pragma once

#include <cstddef>
#include <span>

namespace hashlab::results {

// How far the mean of a score in [0, 1] over groups of labels may be from its expectation over
// labels: half widths of two-sided intervals of the given level. Groups are taken to be drawn
// independently; groups of one partition are not quite, and share what was learned. They speak of
// other labels, not of other items of these.
// Source: Zhdanov & Karpukhin, arXiv 2306.13357, section 3.2 (clt_half_width); the others are the
// textbook's bounds for the same mean.

/// z s / sqrt(N), s the sample deviation of the N scores. 0 if all are equal: meaningless for few.
/// Errors:  invalid_argument if there are fewer than two scores, or level is not in (0, 1).
double clt_half_width(std::span<const double> scores, double level = .95);

/// The same with the quantile of Student's t of N - 1 degrees of freedom: for fewer than 30 groups.
double student_half_width(std::span<const double> scores, double level = .95);

/// z sqrt(mu (1 - mu) / N): no score in [0, 1] has a greater variance than mu (1 - mu).
double bernoulli_half_width(std::span<const double> scores, double level = .95);

/// sqrt(ln(2 / (1 - level)) / (2 N)): for any distribution on [0, 1].
double hoeffding_half_width(std::size_t groups, double level = .95);

/// z sqrt(s_a^2 / N_a + s_b^2 / N_b): of the difference of two such means of different labels.
double difference_half_width(std::span<const double> a, std::span<const double> b,
                             double level = .95);

}  // namespace hashlab::results
