#include "experiments/choose/final.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

constexpr std::size_t min_tested_splits = 5;  // before a test may drop a candidate
constexpr double significant = 0.05;

/// Drops the candidates that are significantly worse than the first, after Holm's correction.
void drop_worse(Candidates& candidates, std::vector<std::size_t>& remaining, std::size_t splits,
                double variance_ratio) {
  const auto difference = [&](std::size_t c) {
    return final_difference(candidates[remaining.front()].scored, candidates[c].scored,
                            variance_ratio);
  };
  std::vector<double> p;
  for (std::size_t k = 1; k < remaining.size(); ++k) {
    p.push_back(difference(remaining[k]).p_value);
  }
  p = results::holm(p);
  for (std::size_t k = remaining.size() - 1; k >= 1; --k) {
    if (!(p[k - 1] < significant)) continue;
    candidates.drop(remaining[k],
                    fmt::format("worse by {:.4f} after {} splits of the final, p = {:.2g}",
                                difference(remaining[k]).mean, splits, p[k - 1]));
    remaining.erase(remaining.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

}  // namespace

results::ResampledT final_difference(const ScoredCandidate& better, const ScoredCandidate& worse,
                                     double variance_ratio) {
  const std::size_t n = std::min(better.final_scores.size(), worse.final_scores.size());
  std::vector<double> differences;
  for (std::size_t i = 0; i < n; ++i) {
    differences.push_back(better.final_scores[i] - worse.final_scores[i]);
  }
  return results::corrected_resampled_t(differences, variance_ratio);
}

FinalOutcome run_final(Candidates& candidates, std::vector<std::size_t> remaining, std::size_t rung,
                       double variance_ratio) {
  const std::size_t began_with = remaining.size();
  std::string ended;
  const auto splits_fit = [&](std::size_t splits) {
    // The cost of a split on which no candidate was scored yet.
    const double split_cost = candidates.cost(remaining, rung, max_final_splits + 1);
    return candidates.spent() + static_cast<double>(splits) * split_cost <= candidates.budget();
  };
  // A test of few candidates on enough splits is worth more than many candidates on one or two.
  while (remaining.size() > 2 && !splits_fit(min_tested_splits)) {
    candidates.drop(remaining.back(),
                    fmt::format("no budget left for {} methods in the final", remaining.size()));
    remaining.pop_back();
  }
  for (std::size_t split = 1; split <= max_final_splits && remaining.size() > 1; ++split) {
    while (remaining.size() > 2 && !splits_fit(1)) {
      candidates.drop(
          remaining.back(),
          fmt::format("last of {} in the final, with no budget left for all", remaining.size()));
      remaining.pop_back();
    }
    if (!splits_fit(1)) {
      ended = "the budget is spent";
      break;
    }
    for (const std::size_t c : std::vector(remaining)) {
      if (!candidates.score_in_final(c, rung, split)) std::erase(remaining, c);
    }
    candidates.sort_by_mean(remaining);
    if (split >= min_tested_splits && remaining.size() > 1) {
      drop_worse(candidates, remaining, split, variance_ratio);
    }
  }
  if (ended.empty()) {
    ended = began_with < 2         ? "one alone came to the final"
            : remaining.size() < 2 ? "one is clearly best"
                                   : fmt::format("all {} splits are used", max_final_splits);
  }
  for (std::size_t k = 1; k < remaining.size(); ++k) {
    candidates.drop(remaining[k],
                    fmt::format("rank {} of {} in the final", k + 1, remaining.size()));
  }
  return {std::move(remaining), ended};
}

}  // namespace hashlab::experiments
