#include "results/site/ranking.h"

#include "results/statistics/resampled_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace hashlab::results {
namespace {

constexpr double alpha = 0.05;

/// How much a score says, for choosing one of several of the same method.
int worth(const SiteScore& score) {
  return score.values.size() > 1 ? 2 : score.sd ? 1 : 0;
}

/// True if a method ranks by the real values of a projection, which take far more memory than codes
/// of as many bits.
bool ranks_by_values(const std::string& method) {
  const std::string plain = plain_method(method);
  return plain.ends_with("+cosine") || plain.ends_with("+euclidean");
}

struct TestedAgainst {
  Evidence evidence = Evidence::none;
  double p = 1;
};

using PairKey = std::tuple<Measured, std::string, std::string>;

/// The printed tests, by what was measured and the two methods in their order.
std::map<PairKey, double> tests_by_methods(const SiteData& site) {
  std::map<PairKey, double> tests;
  for (const SitePair& pair : site.pairs) {
    const auto [less, more] = std::minmax(pair.first, pair.second);
    tests.emplace(PairKey{pair.what, less, more}, pair.p);
  }
  return tests;
}

class Referee {
 public:
  explicit Referee(const SiteData& site) : site_(site), tests_(tests_by_methods(site)) {}

  TestedAgainst test(const SiteScore& leader, const SiteScore& rival) const {
    const SiteSuite* suite = suite_of(site_, leader.what);
    if (suite != nullptr && suite->ratio && same_runs(leader, rival)) {
      const PairedRuns pairs(leader.values, rival.values);
      if (pairs.a.size() > 1) {
        std::vector<double> differences(pairs.a.size());
        for (std::size_t i = 0; i < differences.size(); ++i) {
          differences[i] = pairs.a[i] - pairs.b[i];
        }
        return {Evidence::paired, corrected_resampled_t(differences, *suite->ratio).p_value};
      }
    }
    if (leader.what == rival.what) {
      const auto [less, more] = std::minmax(leader.method, rival.method);
      const auto found = tests_.find({leader.what, less, more});
      if (found != tests_.end()) return {Evidence::comparison, found->second};
    }
    if (suite != nullptr && suite->ratio) {
      const auto p = bound_of_p(leader, rival, *suite->ratio);
      if (p) return {Evidence::bound, *p};
    }
    return {};
  }

 private:
  /// Runs of different studies may be of other draws, even if they have the same number.
  bool same_runs(const SiteScore& a, const SiteScore& b) const {
    const std::string *rows_a = rows_of(site_, a.what), *rows_b = rows_of(site_, b.what);
    return suite_of(site_, a.what) == suite_of(site_, b.what) ||
           (rows_a != nullptr && rows_b != nullptr && *rows_a == *rows_b);
  }

  const SiteData& site_;
  std::map<PairKey, double> tests_;
};

Ranking ranked(const SiteData& site, const Referee& referee, CodeBits bits,
               const std::vector<std::size_t>& scores) {
  Ranking ranking;
  ranking.bits = bits;
  for (const std::size_t score : scores) ranking.places.push_back({score, 1, {}});
  const auto score_of = [&](const Place& place) -> const SiteScore& {
    return site.scores[place.score];
  };
  std::stable_sort(ranking.places.begin(), ranking.places.end(),
                   [&](const Place& a, const Place& b) {
                     if (score_of(a).mean != score_of(b).mean)
                       return score_of(a).mean > score_of(b).mean;
                     return score_of(a).method < score_of(b).method;
                   });
  std::vector<double> p_values;
  for (std::size_t i = 0; i < ranking.places.size(); ++i) {
    Place& place = ranking.places[i];
    const SiteSuite* suite = suite_of(site, score_of(place).what);
    place.interval = interval_of(score_of(place), suite == nullptr ? std::nullopt : suite->ratio);
    if (i == 0) {
      place.evidence = Evidence::leader;
      continue;
    }
    const TestedAgainst test = referee.test(score_of(ranking.places[0]), score_of(place));
    place.evidence = test.evidence;
    p_values.push_back(test.p);
  }
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 1; i < ranking.places.size(); ++i) {
    Place& place = ranking.places[i];
    place.p_holm = adjusted[i - 1];
    place.rank = place.p_holm < alpha ? i + 1 : 1;
  }
  return ranking;
}

}  // namespace

std::string evidence_name(Evidence evidence) {
  switch (evidence) {
    case Evidence::leader:
      return "leader";
    case Evidence::paired:
      return "paired";
    case Evidence::comparison:
      return "comparison";
    case Evidence::bound:
      return "bound";
    case Evidence::none:
      break;
  }
  return "none";
}

std::size_t Ranking::firsts() const {
  return static_cast<std::size_t>(std::count_if(
      places.begin(), places.end(), [](const Place& place) { return place.rank == 1; }));
}

bool ranks_methods(const std::string& metric) {
  for (const char* other : {"gap-", "learned-", "change-"}) {
    if (metric.starts_with(other)) return false;
  }
  return metric.find("[without=") == std::string::npos;
}

std::optional<double> bound_of_p(const SiteScore& a, const SiteScore& b, double ratio) {
  const std::size_t runs = std::min(a.runs, b.runs);
  if (!a.sd || !b.sd || runs < 2 || a.runs != b.runs) return std::nullopt;
  const double rounding = a.rounding + b.rounding;
  const double difference = std::max(0.0, std::abs(a.mean - b.mean) - rounding);
  const double sd = *a.sd + *b.sd + rounding;
  if (sd == 0) return std::nullopt;
  return test_of_summary({runs, difference, sd}, ratio).p_value;
}

std::optional<ResampledT> interval_of(const SiteScore& score, std::optional<double> ratio) {
  if (!ratio) return std::nullopt;
  const ResampledT t =
      score.values.size() > 1
          ? corrected_resampled_t(values_of(score.values), *ratio)
          : test_of_summary(
                {std::max<std::size_t>(score.runs, 1), score.mean, score.sd.value_or(0)}, *ratio);
  if (!std::isfinite(t.low) || !std::isfinite(t.high)) return std::nullopt;
  return t;
}

std::vector<Contest> contests_of(const SiteData& site) {
  struct Scores {
    ContestKey key;
    std::map<CodeBits, std::vector<std::size_t>> by_bits;
  };
  std::vector<Scores> all;
  std::map<ContestKey, std::size_t> place_of;
  for (std::size_t i = 0; i < site.scores.size(); ++i) {
    const SiteScore& score = site.scores[i];
    const Measured& what = score.what;
    if (!ranks_methods(what.metric) || what.dataset.empty()) continue;
    const SiteSuite* suite = suite_of(site, what);
    const std::string* rows = rows_of(site, what);
    const bool known = rows != nullptr && !suite->conditions.empty();
    ContestKey key{
        what.dataset,
        suite == nullptr ? "" : suite->ground_truth,
        what.split,
        what.metric,
        known ? suite->conditions
              : fmt::format("as in {}{}{}", what.study, what.suite.empty() ? "" : ", ", what.suite),
        known ? *rows : ""};
    if (what.bits && ranks_by_values(score.method)) {
      key.conditions += "; by real values, as many as there are bits";
    }
    const auto [place, is_new] = place_of.try_emplace(key, all.size());
    if (is_new) all.push_back({key, {}});
    std::vector<std::size_t>& scores = all[place->second].by_bits[what.bits];
    const auto same = std::find_if(scores.begin(), scores.end(), [&](std::size_t other) {
      return site.scores[other].method == score.method;
    });
    if (same == scores.end()) {
      scores.push_back(i);
    } else if (worth(score) > worth(site.scores[*same])) {
      *same = i;
    }
  }
  const Referee referee(site);
  std::vector<Contest> contests;
  for (const Scores& scores : all) {
    Contest contest{scores.key, {}};
    for (const auto& [bits, indices] : scores.by_bits) {
      if (indices.size() > 1) contest.rankings.push_back(ranked(site, referee, bits, indices));
    }
    if (!contest.rankings.empty()) contests.push_back(std::move(contest));
  }
  std::stable_sort(contests.begin(), contests.end(),
                   [](const Contest& a, const Contest& b) { return a.key < b.key; });
  return contests;
}

}  // namespace hashlab::results
