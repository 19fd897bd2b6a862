#pragma once

#include <cstddef>
#include <span>

namespace hashlab::results {

// Half widths of two-sided confidence intervals. The labels are divided into N groups, and each
// group has a score in [0, 1]. The mean of the N scores estimates the expected score of other
// labels; it does not refer to other items of the same labels. `level` is the confidence level. All
// formulas assume that the groups are drawn independently. This holds only approximately: groups of
// one partition have no label in common, and all groups share the trained model.
// Source: Zhdanov & Karpukhin, arXiv 2306.13357, section 3.2 (clt_half_width); the others are
//   textbook bounds for the same mean.

/// The half width by the central limit theorem: z s / sqrt(N), where z is the normal quantile for
/// `level` and s the sample standard deviation of the N scores. It is 0 if all scores are equal,
/// which is meaningless for few scores.
/// Errors:  invalid_argument if there are fewer than two scores, or level is not in (0, 1).
double clt_half_width(std::span<const double> scores, double level = .95);

/// The half width by Student's t distribution: t s / sqrt(N), where s is the sample standard
/// deviation of the N scores and t the quantile for `level` with N - 1 degrees of freedom. Prefer
/// it to clt_half_width if there are fewer than 30 groups.
/// Errors:  invalid_argument if there are fewer than two scores, or level is not in (0, 1).
double student_half_width(std::span<const double> scores, double level = .95);

/// The half width for the largest possible variance: z sqrt(mu (1 - mu) / N), where z is the normal
/// quantile for `level` and mu the mean of the N scores. No distribution on [0, 1] with this mean
/// has a variance above mu (1 - mu).
/// Errors:  invalid_argument if there are no scores, or level is not in (0, 1).
double bernoulli_half_width(std::span<const double> scores, double level = .95);

/// The half width by Hoeffding's inequality, which holds for any distribution on [0, 1]:
/// sqrt(ln(2 / (1 - level)) / (2 N)), where N = `groups`.
/// Errors:  invalid_argument if groups is 0, or level is not in (0, 1).
double hoeffding_half_width(std::size_t groups, double level = .95);

/// The half width for the difference between the means of `a` and `b`, which are scores of
/// different labels: z sqrt(s_a^2 / N_a + s_b^2 / N_b), where z is the normal quantile for `level`,
/// and s and N are the sample standard deviation and the number of scores of each side.
/// Errors:  invalid_argument if a side has fewer than two scores, or level is not in (0, 1).
double difference_half_width(std::span<const double> a, std::span<const double> b,
                             double level = .95);

}  // namespace hashlab::results
