#include "results/statistics/query_bootstrap.h"

#include "lib/error.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace hashlab::results {
namespace {

/// The number of times that each query was drawn.
using Draw = std::vector<std::uint32_t>;

std::vector<double> quantiles(std::vector<double> values, std::initializer_list<double> levels) {
  std::sort(values.begin(), values.end());
  std::vector<double> found;
  for (const double level : levels) {
    const double place = level * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    found.push_back(std::lerp(values[below], values[above], place - std::floor(place)));
  }
  return found;
}

void add_row(RankCounts& to, const RankCounts& from, std::size_t q) {
  const auto all = from.all_of(q), relevant = from.relevant_of(q);
  to.all.insert(to.all.end(), all.begin(), all.end());
  to.relevant.insert(to.relevant.end(), relevant.begin(), relevant.end());
  ++to.n_queries;
  if (auto* real = std::get_if<RealDistances>(&to.distances)) {
    real->offsets.push_back(to.all.size());
  }
}

/// A metric of one ranking as a function of the draw.
class Redrawn {
 public:
  Redrawn(const Metric& metric, const RankCounts& counts) : metric_(metric), counts_(counts) {
    if (metric.averaging == Averaging::pooled && counts.real_valued()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("bootstrap: metric '{}' pools queries, and a ranking by real-valued "
                              "distances keeps no radii of single ones; ask for a mean over "
                              "queries, such as 'map'",
                              metric.name));
    }
    if (metric.averaging != Averaging::mean) return;
    for (std::size_t q = 0; q < counts.n_queries; ++q) {
      value_.push_back(metric.value(counts_of_query(counts, q)));
      const auto relevant = counts.relevant_of(q);
      const bool none =
          std::all_of(relevant.begin(), relevant.end(), [](auto n) { return n == 0; });
      counted_.push_back(!none || metric.without == WithoutRelevant::zero ? 1 : 0);
    }
  }

  double operator()(const Draw& draw) const {
    switch (metric_.averaging) {
      case Averaging::pooled:
        return metric_.value(summed(draw));
      case Averaging::mean:
        return mean_of(draw);
      case Averaging::other:
        break;
    }
    RankCounts drawn;
    if (counts_.real_valued()) {
      drawn.distances = RealDistances{.offsets = {0}};
    } else {
      drawn.distances = CodeDistances{counts_.n_distances()};
    }
    for (std::size_t q = 0; q < draw.size(); ++q) {
      for (std::uint32_t times = 0; times < draw[q]; ++times) add_row(drawn, counts_, q);
    }
    return metric_.value(drawn);
  }

 private:
  double mean_of(const Draw& draw) const {
    double sum = 0, n = 0;
    for (std::size_t q = 0; q < draw.size(); ++q) {
      sum += draw[q] * value_[q];
      n += draw[q] * counted_[q];
    }
    return n == 0 ? 0 : sum / n;
  }

  /// The sum of the drawn queries: one query if its counts fit into 32 bits, otherwise several.
  RankCounts summed(const Draw& draw) const {
    RankCounts sum;
    const std::size_t n_distances = counts_.n_distances();
    sum.distances = CodeDistances{n_distances};
    std::uint64_t room = 0;
    std::size_t last = 0;  // where the counts of the last query of `sum` begin
    for (std::size_t q = 0; q < draw.size(); ++q) {
      const auto all = counts_.all_of(q), relevant = counts_.relevant_of(q);
      const std::uint64_t items = std::accumulate(all.begin(), all.end(), std::uint64_t{0});
      for (std::uint64_t times = draw[q]; times > 0;) {
        if (sum.n_queries == 0 || room < items) {
          ++sum.n_queries;
          room = std::numeric_limits<std::uint32_t>::max();
          last = sum.all.size();
          sum.all.resize(last + n_distances);
          sum.relevant.resize(last + n_distances);
        }
        const std::uint64_t fitting = items == 0 ? times : std::min(times, room / items);
        const auto weight = static_cast<std::uint32_t>(fitting);
        for (std::size_t d = 0; d < all.size(); ++d) {
          sum.all[last + d] += weight * all[d];
          sum.relevant[last + d] += weight * relevant[d];
        }
        room -= fitting * items;
        times -= fitting;
      }
    }
    return sum;
  }

  const Metric& metric_;
  const RankCounts& counts_;
  std::vector<double> value_, counted_;  ///< of each query, if the metric is a mean
};

void check(const RankCounts& a, const RankCounts& b, std::size_t resamples, double confidence) {
  const auto require = [](bool holds, const std::string& text) {
    if (!holds) throw Error(ErrorCode::invalid_argument, "bootstrap: " + text);
  };
  require(a.n_queries == b.n_queries && a.n_queries > 0,
          fmt::format("{} queries against {}, expected the same, at least 1", a.n_queries,
                      b.n_queries));
  require(resamples > 0, "0 resamples, expected at least 1");
  require(confidence > 0 && confidence < 1,
          fmt::format("confidence = {}, must be between 0 and 1", confidence));
}

}  // namespace

QueryBootstrap bootstrap_queries(const Metric& metric, const RankCounts& a, const RankCounts& b,
                                 std::size_t resamples, double confidence) {
  check(a, b, resamples, confidence);
  QueryBootstrap result;
  result.difference = metric.value(a) - metric.value(b);
  const Redrawn first(metric, a), second(metric, b);
  Rng rng = Rng(1).stream("bootstrap.queries");
  std::vector<double> differences;
  Draw draw(a.n_queries);
  constexpr double rounding = 1e-12;         // a difference of zero must count on both sides
  std::size_t not_above = 1, not_below = 1;  // the sample itself counts as a draw
  for (std::size_t r = 0; r < resamples; ++r) {
    std::fill(draw.begin(), draw.end(), 0u);
    for (std::size_t q = 0; q < draw.size(); ++q) ++draw[rng.below(draw.size())];
    differences.push_back(first(draw) - second(draw));
    not_above += differences.back() <= rounding;
    not_below += differences.back() >= -rounding;
  }
  const std::vector<double> ends =
      quantiles(std::move(differences), {(1 - confidence) / 2, (1 + confidence) / 2});
  result.low = ends[0];
  result.high = ends[1];
  result.p_value = std::min(1.0, 2 * static_cast<double>(std::min(not_above, not_below)) /
                                     static_cast<double>(resamples + 1));
  return result;
}

}  // namespace hashlab::results
