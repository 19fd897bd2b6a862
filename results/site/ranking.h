#pragma once

#include "results/site/site_data.h"
#include "results/statistics/inference.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// The conditions that make scores comparable: a ranking has one leader for each code length.
struct ContestKey {
  std::string dataset, ground_truth, split, metric;
  std::string conditions;  ///< SiteSuite::conditions, or the study and suite if they are not known
  std::string rows;        ///< SiteSuite::rows; empty if it is not known
  auto operator<=>(const ContestKey&) const = default;
};

/// How the p-value of a rival against the leader is known.
enum class Evidence {
  leader,      ///< it is the leader
  paired,      ///< from the scores of the same runs
  comparison,  ///< printed by `hashlab compare` for the same runs
  bound,       ///< an upper bound from the means and standard deviations
  none         ///< not tested: the CSV does not say enough, and so it counts as not worse
};
/// "leader", "paired", "comparison", "bound" or "none".
std::string evidence_name(Evidence evidence);

struct Place {
  std::size_t score = 0;               ///< index in SiteData::scores
  std::size_t rank = 1;                ///< 1, 2, ... by mean; methods tied for first all have 1
  std::optional<ResampledT> interval;  ///< of the mean; none if it cannot be computed
  Evidence evidence = Evidence::none;
  double p_holm = 1;  ///< against the leader, corrected over all rivals of the leader
};

/// The methods at one code length, the best first.
struct Ranking {
  CodeBits bits;
  std::vector<Place> places;
  std::size_t firsts() const;  ///< methods that are first: the leader, and those tied with it
};

/// All rankings under the same conditions, by ascending bits.
struct Contest {
  ContestKey key;
  std::vector<Ranking> rankings;
};

/// True if larger values of this metric are better, and methods can be ranked by it. The parts of a
/// generalisation gap and changes of a score are no such metrics.
bool ranks_methods(const std::string& metric);

/// An upper bound of the p-value of the paired test of two means whose pairs are not known. The
/// standard deviation of the differences is at most the sum of the two standard deviations, and
/// every number may be off by its rounding. The test is that of corrected_resampled_t. None if a
/// standard deviation or the number of runs is missing.
std::optional<double> bound_of_p(const SiteScore& a, const SiteScore& b, double ratio);

/// Ranks all methods that were measured under the same conditions. The leader has the highest mean;
/// each rival is tested against it, and Holm's correction is over all rivals. A rival is tied for
/// first unless its corrected p-value is below 0.05. Rankings of one method are left out. If a
/// method was measured several times under the same conditions, the ranking has the result that
/// says most: scores of runs, then a standard deviation, then a mean; of several the first. Methods
/// that rank by the real values of a projection meet each other only.
std::vector<Contest> contests_of(const SiteData& site);

/// The interval of a mean, 95 %; none for an unknown ratio, deviation or number of runs.
std::optional<ResampledT> interval_of(const SiteScore& score, std::optional<double> ratio);

}  // namespace hashlab::results
