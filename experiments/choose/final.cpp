#include "experiments/choose/final.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

constexpr std::size_t fewest_splits = 5;  // before anybody is dropped by a test
constexpr double significant = 0.05;

/// Drops those that are worse than the first by a test after Holm's correction.
void drop_worse(Field& field, std::vector<std::size_t>& on, std::size_t splits,
                double variance_ratio) {
  const auto lead = [&](std::size_t who) {
    return final_lead(field[on.front()].raced, field[who].raced, variance_ratio);
  };
  std::vector<double> p;
  for (std::size_t k = 1; k < on.size(); ++k) p.push_back(lead(on[k]).p_value);
  p = results::holm(p);
  for (std::size_t k = on.size() - 1; k >= 1; --k) {
    if (!(p[k - 1] < significant)) continue;
    field.drop(on[k], fmt::format("worse by {:.4f} after {} splits of the final, p = {:.2g}",
                                  lead(on[k]).mean, splits, p[k - 1]));
    on.erase(on.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

}  // namespace

results::ResampledT final_lead(const Raced& better, const Raced& worse, double variance_ratio) {
  const std::size_t n = std::min(better.final_scores.size(), worse.final_scores.size());
  std::vector<double> leads;
  for (std::size_t i = 0; i < n; ++i) {
    leads.push_back(better.final_scores[i] - worse.final_scores[i]);
  }
  return results::corrected_resampled_t(leads, variance_ratio);
}

FinalOutcome hold_final(Field& field, std::vector<std::size_t> on, std::size_t rung,
                        double variance_ratio) {
  const std::size_t began_with = on.size();
  std::string ended;
  const auto splits_fit = [&](std::size_t splits) {
    const double round = field.cost(on, rung, most_final_splits + 1);  // of a split not yet seen
    return field.spent() + static_cast<double>(splits) * round <= field.budget();
  };
  // Rather few on enough splits for a test than many on one or two.
  while (on.size() > 2 && !splits_fit(fewest_splits)) {
    field.drop(on.back(), fmt::format("no budget left for {} methods in the final", on.size()));
    on.pop_back();
  }
  for (std::size_t split = 1; split <= most_final_splits && on.size() > 1; ++split) {
    while (on.size() > 2 && !splits_fit(1)) {
      field.drop(on.back(),
                 fmt::format("last of {} in the final, with no budget left for all", on.size()));
      on.pop_back();
    }
    if (!splits_fit(1)) {
      ended = "the budget is spent";
      break;
    }
    for (const std::size_t who : std::vector(on)) {
      if (!field.score_in_final(who, rung, split)) std::erase(on, who);
    }
    field.sort_by_mean(on);
    if (split >= fewest_splits && on.size() > 1) drop_worse(field, on, split, variance_ratio);
  }
  if (ended.empty()) {
    ended = began_with < 2  ? "one alone came to the final"
            : on.size() < 2 ? "one is clearly best"
                            : fmt::format("all {} splits are used", most_final_splits);
  }
  for (std::size_t place = 1; place < on.size(); ++place) {
    field.drop(on[place], fmt::format("rank {} of {} in the final", place + 1, on.size()));
  }
  return {std::move(on), ended};
}

}  // namespace hashlab::experiments
