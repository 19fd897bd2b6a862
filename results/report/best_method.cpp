#include "results/report/best_method.h"

#include "results/compare/baseline.h"
#include "results/statistics/inference.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {
namespace {

constexpr double significant_p = 0.05;

std::string certainty(const BestMethod& best) {
  if (best.level.empty()) {
    return best.rivals == 1 ? "the difference to the other method is significant (p < 0.05)"
                            : fmt::format(
                                  "each of the {} others is significantly lower (p < 0.05 "
                                  "after Holm's correction)",
                                  best.rivals);
  }
  constexpr std::size_t most_names = 3;
  std::vector<std::string> names(
      best.level.begin(),
      best.level.begin() + static_cast<std::ptrdiff_t>(std::min(most_names, best.level.size())));
  if (best.level.size() > most_names) {
    names.push_back(fmt::format("{} more", best.level.size() - most_names));
  }
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("not certain, because {}{}{} {} not significantly lower",
                     fmt::join(names, ", "), names.empty() ? "" : " and ", last,
                     best.level.size() == 1 ? "is" : "are");
}

}  // namespace

std::vector<BestMethod> best_methods(const MetricResults& results, const std::string& split,
                                     double ratio) {
  std::vector<BestMethod> all;
  for (const CodeBits bits : results.bits) {
    BestMethod best;
    best.bits = bits;
    best.hasher = best_hasher(results, bits, split);
    if (best.hasher.empty()) continue;
    const RunValues leader = results.at(best.hasher, bits, split);
    best.mean = mean(values_of(leader));
    std::vector<std::string> rivals;
    std::vector<double> p_values;
    for (const std::string& rival : results.hashers) {
      const RunValues runs = results.at(rival, bits, split);
      if (rival == best.hasher || runs.empty()) continue;
      const PairedRuns pairs(leader, runs);
      std::vector<double> differences(pairs.a.size());
      for (std::size_t i = 0; i < differences.size(); ++i) {
        differences[i] = pairs.a[i] - pairs.b[i];
      }
      rivals.push_back(rival);
      p_values.push_back(differences.empty() ? 1
                                             : corrected_resampled_t(differences, ratio).p_value);
    }
    if (rivals.empty()) continue;
    const std::vector<double> adjusted = holm(p_values);
    for (std::size_t i = 0; i < rivals.size(); ++i) {
      if (adjusted[i] >= significant_p) best.level.push_back(rivals[i]);
    }
    best.rivals = rivals.size();
    all.push_back(std::move(best));
  }
  return all;
}

std::string best_method_text(const MetricResults& results, double ratio) {
  if (results.splits.empty()) return "";
  const std::string split =
      contains(results.splits, "improved") ? "improved" : results.splits.front();
  std::vector<std::string> sentences;
  for (const BestMethod& best : best_methods(results, split, ratio)) {
    sentences.push_back(fmt::format("At {}, {} is best ({:.4f}); {}.", bits_heading(best.bits),
                                    best.hasher, best.mean, certainty(best)));
  }
  if (sentences.empty()) return "";
  return fmt::format("Which method has the highest {} under {}, and is it certain? {}",
                     results.metric, split, fmt::join(sentences, " "));
}

}  // namespace hashlab::results
