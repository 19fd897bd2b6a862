#include "lib/metrics/at_radius.h"

#include <algorithm>

namespace hashlab {

// Equation 3.10 divided by 1 + beta^2, so that no beta overflows.
double f_measure(double precision, double recall, double beta) {
  const double weight = 1.0 / (1.0 + 1.0 / (beta * beta));
  const double mean = weight * precision + (1.0 - weight) * recall;
  return mean == 0.0 ? 0.0 : precision * recall / mean;
}

namespace {

template <typename Value>
double within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule, Value value) {
  if (counts.n_distances() == 0) return 0.0;
  const std::size_t d = std::min<std::size_t>(radius, counts.n_distances() - 1);
  const auto at_d = [&](const Cumulated& c) { return value(c, d); };
  return rule.macro ? macro_average(counts, at_d, rule.without) : at_d(pooled(counts));
}

}  // namespace

double precision_within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule) {
  return within(counts, radius, rule, [&](const Cumulated& c, std::size_t d) {
    return c.n_all() == 0 ? 0.0 : c.precision(d, rule.empty);
  });
}

double recall_within(const RankCounts& counts, std::uint64_t radius, const RadiusRule& rule) {
  return within(counts, radius, rule,
                [](const Cumulated& c, std::size_t d) { return c.recall(d); });
}

double f_within(const RankCounts& counts, std::uint64_t radius, double beta,
                const RadiusRule& rule) {
  return f_measure(precision_within(counts, radius, rule), recall_within(counts, radius, rule),
                   beta);
}

double mean_precision_over_radii(const RankCounts& counts, double empty, WithoutRelevant rule) {
  return macro_average(
      counts,
      [&](const Cumulated& query) {
        double sum = 0.0;
        for (std::size_t d = 0; d < query.all.size(); ++d) sum += query.precision(d, empty);
        return sum / static_cast<double>(query.all.size());
      },
      rule);
}

}  // namespace hashlab
