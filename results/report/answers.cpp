#include "results/report/answers.h"

#include "results/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

constexpr double alpha = 0.05;

/// minuend - subtrahend in the runs that both have.
std::vector<double> paired(const RunValues& minuend, const RunValues& subtrahend) {
  std::vector<double> differences;
  for (const auto& [run, value] : minuend) {
    const auto other = subtrahend.find(run);
    if (other != subtrahend.end()) differences.push_back(value - other->second);
  }
  return differences;
}

const ReportGroup* find(const std::vector<ReportGroup>& groups, const Combination& what,
                        const std::string& metric) {
  for (const ReportGroup& group : groups) {
    if (group.what == what && group.values.contains(metric)) return &group;
  }
  return nullptr;
}

std::string interval_text(const ResampledT& t) {
  if (t.n < 2) return fmt::format("{:+.4f} (one run, no interval)", t.mean);
  return fmt::format("{:+.4f} [{:+.4f}, {:+.4f}]", t.mean, t.low, t.high);
}

/// A hasher's means under two splits.
struct Ranked {
  std::string hasher;
  double minuend, subtrahend;
};

/// What two splits say about the methods of one code length.
class Comparison {
 public:
  Comparison(const std::vector<ReportGroup>& groups,
             const std::vector<SplitDifference>& differences, std::string metric,
             std::pair<std::string, std::string> splits, std::size_t bits, double ratio)
      : groups_(groups),
        metric_(std::move(metric)),
        splits_(std::move(splits)),
        bits_(bits),
        ratio_(ratio) {
    for (const SplitDifference& d : differences) {
      if (d.metric != metric_ || d.bits != bits || d.minuend != splits_.first ||
          d.subtrahend != splits_.second) {
        continue;
      }
      differences_.push_back(d);
      methods_.push_back(
          {d.hasher, mean_of(splits_.first, d.hasher), mean_of(splits_.second, d.hasher)});
    }
  }

  bool empty() const { return methods_.empty(); }
  std::string label() const { return fmt::to_string(bits_); }

  /// Of the mean over methods, one value a run: of the runs that all methods have.
  ResampledT of_all_methods() const {
    std::map<std::size_t, std::vector<double>> by_run;
    for (const Ranked& method : methods_) {
      const RunValues& a = values(splits_.first, method.hasher);
      const RunValues& b = values(splits_.second, method.hasher);
      for (const auto& [run, value] : a) {
        if (b.contains(run)) by_run[run].push_back(value - b.at(run));
      }
    }
    std::vector<double> means;
    for (const auto& [run, differences] : by_run) {
      if (differences.size() == methods_.size()) means.push_back(mean(differences));
    }
    return means.empty() ? ResampledT{} : corrected_resampled_t(means, ratio_);
  }

  std::string size_sentence() const {
    const auto differ = std::count_if(differences_.begin(), differences_.end(),
                                      [](const SplitDifference& d) { return d.p_holm <= alpha; });
    const auto largest = std::max_element(differences_.begin(), differences_.end(),
                                          [](const SplitDifference& a, const SplitDifference& b) {
                                            return std::abs(a.t.mean) < std::abs(b.t.mean);
                                          });
    const ResampledT all = of_all_methods();
    const std::string mean_text = all.n == 0 ? ""
                                             : fmt::format("{} in the mean of {} methods; ",
                                                           interval_text(all), methods_.size());
    return fmt::format(
        "At {} bits, {} − {} is {}{} of {} methods differ (p ≤ .05 after Holm's correction); the "
        "largest difference is that of {}, {}.",
        bits_, splits_.first, splits_.second, mean_text, differ, methods_.size(), largest->hasher,
        interval_text(largest->t));
  }

  std::string order_sentence() const {
    const auto best = [&](double Ranked::*side) {
      return std::max_element(
          methods_.begin(), methods_.end(),
          [side](const Ranked& a, const Ranked& b) { return a.*side < b.*side; });
    };
    const auto first = best(&Ranked::minuend), second = best(&Ranked::subtrahend);
    std::string text;
    if (first->hasher == second->hasher) {
      text = fmt::format("At {} bits the winner does not change: {} is best under {} and under {}",
                         bits_, first->hasher, splits_.first, splits_.second);
    } else {
      const ResampledT lead = corrected_resampled_t(
          paired(values(splits_.second, second->hasher), values(splits_.second, first->hasher)),
          ratio_);
      text = fmt::format(
          "At {} bits the winner changes: {} is best under {}, {} under {} (there ahead by {})",
          bits_, first->hasher, splits_.first, second->hasher, splits_.second, interval_text(lead));
    }
    return text + agreement_text() + ".";
  }

 private:
  const RunValues& values(const std::string& split, const std::string& hasher) const {
    return find(groups_, {split, hasher, bits_}, metric_)->values.at(metric_);
  }

  double mean_of(const std::string& split, const std::string& hasher) const {
    return mean(values_of(values(split, hasher)));
  }

  std::string agreement_text() const {
    std::vector<double> a, b;
    for (const Ranked& method : methods_) {
      a.push_back(method.minuend);
      b.push_back(method.subtrahend);
    }
    const std::optional<double> tau = kendall_tau(a, b);
    if (!tau) return "";
    std::size_t flips = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) flips += (a[i] - a[j]) * (b[i] - b[j]) < 0 ? 1 : 0;
    }
    return fmt::format(
        "; Kendall's tau of the two rankings is {:.2f}, {} of {} pairs of methods change their "
        "order",
        *tau, flips, a.size() * (a.size() - 1) / 2);
  }

  const std::vector<ReportGroup>& groups_;
  std::string metric_;
  std::pair<std::string, std::string> splits_;
  std::size_t bits_;
  double ratio_;
  std::vector<SplitDifference> differences_;
  std::vector<Ranked> methods_;
};

/// Whether the interval of the mean over methods lies above zero, for which code lengths.
std::string verdict(const std::vector<Comparison>& comparisons,
                    const std::pair<std::string, std::string>& splits) {
  std::vector<std::string> above, below, open;
  for (const Comparison& c : comparisons) {
    const ResampledT t = c.of_all_methods();
    const bool told = t.n >= 2 && (t.low > 0 || t.high < 0);
    (!told ? open : t.low > 0 ? above : below).push_back(c.label());
  }
  std::vector<std::string> parts;
  const auto add = [&](const std::vector<std::string>& labels, const char* what) {
    if (!labels.empty())
      parts.push_back(fmt::format("{} at {} bits", what, fmt::join(labels, ", ")));
  };
  add(above, "Yes, it scores higher");
  add(below, "No, it scores lower");
  add(open, "No difference is measurable");
  return fmt::format(
      "Does {} flatter methods compared with {}? {} (95 % interval of the mean over methods).",
      splits.first, splits.second, fmt::join(parts, "; "));
}

std::string best_sentence(const std::vector<ReportGroup>& groups, const std::string& metric,
                          const std::string& split, std::size_t bits) {
  const ReportGroup* best = nullptr;
  for (const ReportGroup& group : groups) {
    if (group.what.split != split || group.what.bits != bits) continue;
    const auto t = group.intervals.find(metric);
    if (t == group.intervals.end()) continue;
    if (best == nullptr || t->second.mean > best->intervals.at(metric).mean) best = &group;
  }
  if (best == nullptr) return "";
  const ResampledT& t = best->intervals.at(metric);
  return fmt::format("Best at {} bits under {}: {}, {:.4f}{}.", bits, split, best->what.hasher,
                     t.mean, t.n < 2 ? "" : fmt::format(" [{:.4f}, {:.4f}]", t.low, t.high));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> compared_splits(
    const std::vector<std::string>& splits) {
  const auto has = [&](const char* name) {
    return std::find(splits.begin(), splits.end(), name) != splits.end();
  };
  std::vector<std::pair<std::string, std::string>> pairs;
  if (!has("improved")) return pairs;
  for (const char* name : {"literature", "matched"}) {
    if (has(name)) pairs.emplace_back(name, "improved");
  }
  return pairs;
}

std::vector<SplitDifference> split_differences(const std::vector<ReportGroup>& groups,
                                               const std::string& metric,
                                               const std::vector<std::string>& splits,
                                               double ratio) {
  std::vector<SplitDifference> all;
  for (const auto& [minuend, subtrahend] : compared_splits(splits)) {
    std::vector<SplitDifference> family;
    std::vector<double> p;
    for (const ReportGroup& group : groups) {
      if (group.what.split != minuend || group.what.bits == 0) continue;
      const ReportGroup* first = find(groups, group.what, metric);
      const ReportGroup* second =
          find(groups, {subtrahend, group.what.hasher, group.what.bits}, metric);
      if (first == nullptr || second == nullptr) continue;
      const std::vector<double> differences =
          paired(first->values.at(metric), second->values.at(metric));
      if (differences.empty()) continue;
      family.push_back({metric, group.what.hasher, group.what.bits, minuend, subtrahend,
                        corrected_resampled_t(differences, ratio), 1});
      p.push_back(family.back().t.p_value);
    }
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < family.size(); ++i) family[i].p_holm = adjusted[i];
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

std::vector<Answer> answers(const std::vector<ReportGroup>& groups,
                            const std::vector<SplitDifference>& differences,
                            const std::string& metric, const StudyFacts& facts) {
  std::vector<Answer> all;
  for (const auto& splits : compared_splits(facts.splits)) {
    std::vector<Comparison> comparisons;
    for (const std::size_t bits : facts.bits) {
      comparisons.emplace_back(groups, differences, metric, splits, bits, facts.strategy_ratio);
      if (comparisons.back().empty()) comparisons.pop_back();
    }
    if (comparisons.empty()) continue;
    all.push_back({metric, verdict(comparisons, splits), true});
    for (const Comparison& c : comparisons) all.push_back({metric, c.size_sentence(), false});
    for (const Comparison& c : comparisons) all.push_back({metric, c.order_sentence(), false});
  }
  if (!all.empty()) return all;
  for (const std::string& split : facts.splits) {
    for (const std::size_t bits : facts.bits) {
      const std::string text = best_sentence(groups, metric, split, bits);
      if (!text.empty()) all.push_back({metric, text, false});
    }
  }
  return all;
}

}  // namespace hashlab
