#pragma once

#include <cstddef>
#include <span>

namespace hashlab::results {

// The deviation of the mean of a score in [0, 1] over groups of labels from its expectation over
// labels: half widths of two-sided confidence intervals of the given level. Groups are assumed to
// be drawn independently; groups of one partition are not quite independent and share the trained
// model. The intervals refer to other labels, not to other items of the same labels.
// Source: Zhdanov & Karpukhin, arXiv 2306.13357, section 3.2 (clt_half_width); the others are
//   textbook bounds for the same mean.

/// z s / sqrt(N), where s is the sample deviation of the N scores. 0 if all scores are equal, which
/// is meaningless for few scores.
/// Errors:  invalid_argument if there are fewer than two scores, or level is not in (0, 1).
double clt_half_width(std::span<const double> scores, double level = .95);

/// The same with the quantile of Student's t of N - 1 degrees of freedom: for fewer than 30 groups.
double student_half_width(std::span<const double> scores, double level = .95);

/// z sqrt(mu (1 - mu) / N): no score in [0, 1] has a greater variance than mu (1 - mu).
double bernoulli_half_width(std::span<const double> scores, double level = .95);

/// sqrt(ln(2 / (1 - level)) / (2 N)): for any distribution on [0, 1].
double hoeffding_half_width(std::size_t groups, double level = .95);

/// z sqrt(s_a^2 / N_a + s_b^2 / N_b): for the difference of two such means over different labels.
double difference_half_width(std::span<const double> a, std::span<const double> b,
                             double level = .95);

}  // namespace hashlab::results
