#include "results/statistics/group_bounds.h"

#include "lib/error.h"

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <cmath>

namespace hashlab::results {
namespace {

void check(std::size_t groups, std::size_t fewest, double level) {
  if (groups < fewest) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("bounds over groups: there are {} groups, expected {} at least", groups,
                            fewest));
  }
  if (!(level > 0 && level < 1)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("bounds over groups: level {} is not between 0 and 1", level));
  }
}

double mean_of(std::span<const double> scores) {
  double sum = 0;
  for (const double score : scores) sum += score;
  return sum / static_cast<double>(scores.size());
}

/// The sample variance divided by the number of scores.
double variance_of_mean(std::span<const double> scores) {
  const double mean = mean_of(scores), n = static_cast<double>(scores.size());
  double squares = 0;
  for (const double score : scores) squares += (score - mean) * (score - mean);
  return squares / (n - 1) / n;
}

double normal_quantile(double level) {
  return boost::math::quantile(boost::math::normal(), (1 + level) / 2);
}

}  // namespace

double clt_half_width(std::span<const double> scores, double level) {
  check(scores.size(), 2, level);
  return normal_quantile(level) * std::sqrt(variance_of_mean(scores));
}

double student_half_width(std::span<const double> scores, double level) {
  check(scores.size(), 2, level);
  const boost::math::students_t t(static_cast<double>(scores.size() - 1));
  return boost::math::quantile(t, (1 + level) / 2) * std::sqrt(variance_of_mean(scores));
}

double bernoulli_half_width(std::span<const double> scores, double level) {
  check(scores.size(), 1, level);
  const double mean = mean_of(scores);
  return normal_quantile(level) * std::sqrt(mean * (1 - mean) / static_cast<double>(scores.size()));
}

double hoeffding_half_width(std::size_t groups, double level) {
  check(groups, 1, level);
  return std::sqrt(std::log(2 / (1 - level)) / (2 * static_cast<double>(groups)));
}

double difference_half_width(std::span<const double> a, std::span<const double> b, double level) {
  check(a.size(), 2, level);
  check(b.size(), 2, level);
  return normal_quantile(level) * std::sqrt(variance_of_mean(a) + variance_of_mean(b));
}

}  // namespace hashlab::results
