#include "results/statistics/paired.h"

#include "results/statistics/statistics.h"

namespace hashlab::results {

std::size_t fewest_pairs(PairedTest test) {
  return test == PairedTest::wilcoxon ? 6 : 2;  // with 5 pairs, p is at least 2 / 2^5
}

PairedComparison compare_pairs(const Combination& first, const Combination& second,
                               const PairedRuns& pairs, double ratio) {
  PairedComparison comparison;
  comparison.first = first;
  comparison.second = second;
  if (pairs.a.empty()) return comparison;
  std::vector<double> d;
  for (std::size_t i = 0; i < pairs.a.size(); ++i) d.push_back(pairs.a[i] - pairs.b[i]);
  comparison.mean_first = mean(pairs.a);
  comparison.mean_second = mean(pairs.b);
  comparison.difference = corrected_resampled_t(d, ratio);
  comparison.p_holm = comparison.difference.p_value;
  comparison.p_wilcoxon = wilcoxon_signed_rank(pairs.a, pairs.b).p_value;
  comparison.dz = cohens_dz(d);
  comparison.rank_biserial = rank_biserial(d);
  comparison.runs = wins_ties_losses(d);
  if (comparison.mean_second != 0) {
    comparison.relative = comparison.difference.mean / comparison.mean_second;
  }
  return comparison;
}

void adjust(std::vector<PairedComparison>& family) {
  std::vector<double> p;
  for (const PairedComparison& comparison : family) {
    if (comparison.difference.n > 0) p.push_back(comparison.difference.p_value);
  }
  const std::vector<double> adjusted = holm(p);
  std::size_t next = 0;
  for (PairedComparison& comparison : family) {
    if (comparison.difference.n > 0) comparison.p_holm = adjusted[next++];
  }
}

double p_value(const PairedComparison& comparison, PairedTest test) {
  return test == PairedTest::wilcoxon ? comparison.p_wilcoxon : comparison.p_holm;
}

double advantage(const PairedComparison& comparison, PairedTest test) {
  return test == PairedTest::wilcoxon ? comparison.rank_biserial.value_or(0)
                                      : comparison.difference.mean;
}

int significance(const PairedComparison& comparison, PairedTest test) {
  const double p = p_value(comparison, test);
  const int strength = p < 0.01 ? 2 : p < 0.05 ? 1 : 0;
  return advantage(comparison, test) > 0 ? strength : -strength;
}

}  // namespace hashlab::results
