#include "hashers/quantisers/npq/placement.h"

#include "hashers/quantisers/npq/merged_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace hashlab::hashers::npq {
namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

// As PlacementLoops asks.
std::size_t padded(std::size_t n) {
  return (n + 7) / 8 * 8;
}

// The worth of all regions [a, b) that end at one cut b. With pa, pb points before a, b
//   pair_cost n (n - 1) / 2 = c (pa^2 + pa) / 2 + c (pb^2 - pb) / 2 - c pa pb,
// so only gain * TP(a, b) + c pa pb (and the spread) depends on both ends.
class RegionsEndingAt {
 public:
  RegionsEndingAt(const Line& line, const Prices& prices, const PlacementLoops& loops)
      : line_(line),
        prices_(prices),
        loops_(loops),
        shared_(padded(line.groups()), 0.0),
        worth_(prices.spread_gain != 0.0 ? shared_.size() : 0, 0.0),
        before_(line.before),
        sums_(line.sums) {
    before_.resize(shared_.size(), 0.0);
    sums_.resize(shared_.size(), 0.0);
    cost_of_ = before_;
    for (double& cost : cost_of_) cost *= prices.pair_cost;
  }

  /// Goes on from cut b to cut b + 1: group b joins all regions. best[r] becomes the greatest
  /// f[r][a] + what depends on both ends of [a, b + 1); f[r] is padded and -infinity behind b.
  void advance(std::span<const double* const> f, double* best) {
    const std::size_t b = end_++;
    shared_[b] = cost_of_[b] * line_.before[b];
    // Regions that begin at or before a neighbour of group b gain a pair.
    const auto neighbours = line_.below[b];
    loops_.extend({.starts = b + 1,
                   .shared = shared_.data(),
                   .cost_of = cost_of_.data(),
                   .step = line_.before[b + 1] - line_.before[b],
                   .neighbours = neighbours.data(),
                   .count = neighbours.size(),
                   .gain = prices_.pair_gain,
                   .worth = worth_.data(),
                   .sums = sums_.data(),
                   .before = before_.data(),
                   .spread_gain = prices_.spread_gain,
                   .sum = worth_.empty() ? 0.0 : line_.sums[b + 1],
                   .points = line_.before[b + 1],
                   .f = f.data(),
                   .best = best,
                   .rows = f.size()});
  }

  /// What depends on both ends of the region from the beginning of the line to the cut at hand.
  double from_beginning() const { return worth_.empty() ? shared_[0] : worth_[0]; }

  double start_cost(std::size_t a) const {
    return prices_.pair_cost * (0.5 * (line_.before[a] * line_.before[a] + line_.before[a]));
  }
  double end_cost(std::size_t b) const {
    return prices_.pair_cost * (0.5 * (line_.before[b] * line_.before[b] - line_.before[b]));
  }

 private:
  const Line& line_;
  const Prices prices_;
  const PlacementLoops& loops_;
  std::size_t end_ = 0;
  std::vector<double> shared_, worth_, before_, sums_, cost_of_;
};

// The leftmost best start a in [first, b) of a region that ends at b: the pairs are counted anew,
// which for T cuts is cheaper than keeping T x G back pointers in the main loop.
std::size_t best_start(const Line& line, const Prices& prices, const std::vector<double>& f,
                       std::size_t first, std::size_t b) {
  std::vector<std::uint32_t> TP(b, 0);
  for (std::size_t k = 0; k < line.below.offsets[b]; ++k) ++TP[line.below.items[k]];
  for (std::size_t a = b - 1; a-- > 0;) TP[a] += TP[a + 1];
  std::size_t best = first;
  double best_value = nothing;
  for (std::size_t a = first; a < b; ++a) {
    double value =
        f[a] + (prices.pair_gain * TP[a] + prices.pair_cost * line.before[a] * line.before[b]);
    if (prices.spread_gain != 0.0) {
      const double s = line.sums[b] - line.sums[a];
      value += prices.spread_gain * (s * s) / (line.before[b] - line.before[a]);
    }
    if (value > best_value) {
      best_value = value;
      best = a;
    }
  }
  return best;
}

double rounding(const Line& line, const Prices& prices, std::size_t T) {
  const double n = line.points();
  // No partial sum is greater than this.
  const double magnitude = std::abs(prices.pair_gain) * line.pairs +
                           2.0 * std::abs(prices.pair_cost) * n * n +
                           std::abs(prices.spread_gain) * line.spread;
  const bool whole = prices.spread_gain == 0.0 &&
                     prices.pair_gain == std::floor(prices.pair_gain) &&
                     prices.pair_cost == std::floor(prices.pair_cost);
  if (whole && magnitude < 0x1.0p53) return 0.0;
  // Each of the T + 1 regions sums at most 2 G + 8 terms.
  return 0x1.0p-53 * magnitude * static_cast<double>((T + 1) * (2 * line.groups() + 8));
}

// f[r][a]: best worth of r + 1 regions over the groups before a, less the start cost at a.
struct Table {
  std::vector<std::vector<double>> f;  // as many rows as regions there can be, padded
  std::vector<double> whole_line;      // [r]: best worth of r + 1 regions over the whole line
};

// Without a gain for pairs the worth of regions obeys the quadrangle inequality
//   worth(a, c) + worth(b, d) >= worth(a, d) + worth(b, c),  a <= b <= c <= d
// so the leftmost best start of a last region does not fall as its end grows: found for the middle
// of some ends, it parts the starts of the lesser from those of the greater ones. Where rounding
// hides which of two starts is better, either is as good as the other for all these ends.
class WithoutPairs {
 public:
  WithoutPairs(const Line& line, const Prices& prices) : line_(line), prices_(prices) {}

  double worth(std::size_t a, std::size_t b) const {
    const double n = line_.before[b] - line_.before[a], sum = line_.sums[b] - line_.sums[a];
    return prices_.spread_gain * (sum * sum) / n - prices_.pair_cost * (0.5 * n * (n - 1.0));
  }

  /// next[b] = max over a of row[a] + worth(a, b), for b in [b_low, b_high) whose best a are in
  /// [a_low, a_high].
  void extend(const std::vector<double>& row, std::vector<double>& next, std::size_t b_low,
              std::size_t b_high, std::size_t a_low, std::size_t a_high) const {
    if (b_low >= b_high) return;
    const std::size_t b = b_low + (b_high - b_low) / 2;
    std::size_t best = a_low;
    for (std::size_t a = a_low; a <= std::min(a_high, b - 1); ++a) {
      const double value = row[a] + worth(a, b);
      if (value > next[b]) {
        next[b] = value;
        best = a;
      }
    }
    extend(row, next, b_low, b, a_low, best);
    extend(row, next, b + 1, b_high, best, a_high);
  }

 private:
  const Line& line_;
  const Prices prices_;
};

Table fill_without_pairs(const Line& line, const Prices& prices, const RegionsEndingAt& regions,
                         std::size_t T) {
  const std::size_t G = line.groups();
  const std::size_t most = std::min(T + 1, G);
  const WithoutPairs without(line, prices);
  Table table{std::vector(most, std::vector<double>(padded(G + 1), nothing)), {}};
  auto& f = table.f;
  for (std::size_t b = 1; b <= G; ++b) f[0][b] = without.worth(0, b);
  for (std::size_t r = 1; r < most; ++r) without.extend(f[r - 1], f[r], r + 1, G + 1, r, G - 1);
  for (auto& row : f) {
    table.whole_line.push_back(row[G]);
    for (std::size_t b = 1; b < G; ++b) row[b] -= regions.start_cost(b);
  }
  return table;
}

Table fill(const Line& line, const Prices& prices, RegionsEndingAt regions, std::size_t T) {
  if (prices.pair_gain == 0.0 && prices.pair_cost >= 0.0) {
    return fill_without_pairs(line, prices, regions, T);
  }
  const std::size_t G = line.groups();
  const std::size_t most = std::min(T + 1, G);  // regions
  Table table{std::vector(most, std::vector<double>(padded(G), nothing)),
              std::vector<double>(most)};
  auto& [f, best] = table;
  std::vector<const double*> rows;
  for (const auto& row : f) rows.push_back(row.data());
  for (std::size_t b = 1; b < G; ++b) {
    regions.advance(std::span(rows).first(most < 2 ? 0 : most - 2), best.data() + 1);
    best[0] = regions.from_beginning();
    const double costs = regions.end_cost(b) + regions.start_cost(b);
    for (std::size_t r = 0; r + 1 < most; ++r) f[r][b] = best[r] - costs;
  }
  regions.advance(std::span(rows).first(most - 1), best.data() + 1);
  best[0] = regions.from_beginning();
  for (double& worth : best) worth -= regions.end_cost(G);
  return table;
}

Placement trace(const Line& line, const Prices& prices, std::size_t T, const Table& table) {
  Placement result;
  std::size_t r = 0;
  for (std::size_t q = 1; q < table.whole_line.size(); ++q) {
    if (table.whole_line[q] >= table.whole_line[r]) r = q;
  }
  result.value = table.whole_line[r];
  result.error = rounding(line, prices, T);
  result.cuts.resize(r);
  for (std::size_t b = line.groups(); r > 0; --r) {
    b = best_start(line, prices, table.f[r - 1], r, b);
    result.cuts[r - 1] = static_cast<std::uint32_t>(b);
  }
  return result;
}

}  // namespace

Placement best_placement(const Line& line, const Prices& prices, std::size_t T,
                         const PlacementLoops& loops) {
  return trace(line, prices, T, fill(line, prices, RegionsEndingAt(line, prices, loops), T));
}

PlacementByCut best_placement_by_cut(const Line& line, const Prices& prices, std::size_t T,
                                     const PlacementLoops& loops) {
  const Line behind = mirrored(line);
  const RegionsEndingAt regions(line, prices, loops), mirror(behind, prices, loops);
  const Table forwards = fill(line, prices, regions, T),
              backwards = fill(behind, prices, mirror, T);
  PlacementByCut result{trace(line, prices, T, forwards), {}};
  result.best.error *= 2.0;
  const std::size_t G = line.groups(), most = forwards.f.size();
  result.with_cut.assign(G, nothing);
  for (std::size_t c = 1; c < G; ++c) {
    double behind_c = nothing;  // at most so many regions behind c
    for (std::size_t q = 0, r = most - 1; r-- > 0; ++q) {
      behind_c = std::max(behind_c, backwards.f[q][G - c]);
      result.with_cut[c] = std::max(result.with_cut[c], forwards.f[r][c] + behind_c);
    }
    result.with_cut[c] += regions.start_cost(c) + mirror.start_cost(G - c);
  }
  return result;
}

}  // namespace hashlab::hashers::npq
