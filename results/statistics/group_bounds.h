#pragma once

#include <cstddef>
#include <span>

namespace hashlab::results {

// Half widths of two-sided confidence intervals for the expectation over labels of a score in [0,
// 1], of which the mean over N groups of labels is an estimate. `level` is the confidence level,
// and z is the quantile of the normal distribution for it. Groups are assumed to be drawn
// independently; groups of one partition are not quite independent and share the trained model. The
// intervals refer to other labels, not to other items of the same labels.
// Source: Zhdanov & Karpukhin, arXiv 2306.13357, section 3.2 (clt_half_width); the others are
//   textbook bounds for the same mean.

/// z s / sqrt(N), where s is the sample deviation of the N scores. 0 if all scores are equal, which
/// is meaningless for few scores.
/// Errors:  invalid_argument if there are fewer than two scores, or level is not in (0, 1).
double clt_half_width(std::span<const double> scores, double level = .95);

/// t s / sqrt(N), where s is the sample deviation of the N scores and t the quantile of Student's t
/// distribution with N - 1 degrees of freedom: for fewer than 30 groups.
/// Errors:  invalid_argument if there are fewer than two scores, or level is not in (0, 1).
double student_half_width(std::span<const double> scores, double level = .95);

/// z sqrt(mu (1 - mu) / N), where mu is the mean of the N scores. No distribution on [0, 1] with
/// this mean has a variance above mu (1 - mu).
/// Errors:  invalid_argument if there are no scores, or level is not in (0, 1).
double bernoulli_half_width(std::span<const double> scores, double level = .95);

/// sqrt(ln(2 / (1 - level)) / (2 N)), where N = `groups`: for any distribution on [0, 1].
/// Errors:  invalid_argument if groups is 0, or level is not in (0, 1).
double hoeffding_half_width(std::size_t groups, double level = .95);

/// z sqrt(s_a^2 / N_a + s_b^2 / N_b): for the difference between the means of `a` and `b`, which
/// are scores of different labels.
/// Errors:  invalid_argument if a side has fewer than two scores, or level is not in (0, 1).
double difference_half_width(std::span<const double> a, std::span<const double> b,
                             double level = .95);

}  // namespace hashlab::results
