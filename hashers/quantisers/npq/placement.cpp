#include "hashers/quantisers/npq/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::npq {
namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

// As PlacementLoops asks.
std::size_t padded(std::size_t n) {
  return (n + 7) / 8 * 8;
}

// The worth of all regions [a, b) that end at one cut b. With pa, pb points before a, b
//   pair_cost n (n - 1) / 2 = c (pa^2 + pa) / 2 + c (pb^2 - pb) / 2 - c pa pb,
// so only gain * TP(a, b) + c pa pb (and the spread) depends on both ends: `shared`.
class RegionsEndingAt {
 public:
  RegionsEndingAt(const Line& line, const Prices& prices, const PlacementLoops& loops)
      : line_(line),
        prices_(prices),
        loops_(loops),
        shared_(padded(line.groups() + 1), 0.0),
        with_spread_(prices.spread_gain != 0.0 ? shared_.size() : 0, 0.0),
        cost_of_(line.before) {
    cost_of_.resize(shared_.size(), 0.0);
    for (double& cost : cost_of_) cost *= prices.pair_cost;
  }

  /// Goes on from cut b to cut b + 1: group b joins all regions.
  void advance() {
    const std::size_t b = end_++;
    const double step = line_.before[b + 1] - line_.before[b];
    shared_[b] = cost_of_[b] * line_.before[b];
    // Regions that begin at or before a neighbour of group b gain a pair.
    const auto neighbours = line_.below[b];
    loops_.join(shared_.data(), cost_of_.data(), step, neighbours.data(), neighbours.size(),
                prices_.pair_gain, b + 1);
  }

  /// shared(a) for a = 0 .. b - 1, padded; entries from b on are finite and without meaning.
  const double* shared() {
    if (with_spread_.empty()) return shared_.data();
    loops_.add_spread(with_spread_.data(), shared_.data(), line_.sums.data(), line_.before.data(),
                      prices_.spread_gain, line_.sums[end_], line_.before[end_], end_);
    return with_spread_.data();
  }

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
  std::vector<double> shared_, with_spread_, cost_of_;
};

// The leftmost best start a in [first, b) of a region that ends at b: the pairs are counted anew,
// which for T cuts is cheaper than keeping T x G back pointers in the main loop.
std::size_t best_start(const Line& line, const Prices& prices, const std::vector<double>& f,
                       std::size_t first, std::size_t b) {
  std::vector<double> TP(b, 0.0);
  for (std::size_t k = 0; k < line.below.offsets[b]; ++k) TP[line.below.items[k]] += 1.0;
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

}  // namespace

Placement best_placement(const Line& line, const Prices& prices, std::size_t T,
                         const PlacementLoops& loops) {
  const std::size_t G = line.groups();
  const std::size_t most = std::min(T + 1, G);  // regions
  RegionsEndingAt regions(line, prices, loops);

  // f[r][a]: best worth of r + 1 regions over the groups before a, less the start cost at a.
  std::vector<std::vector<double>> f(most, std::vector<double>(padded(G + 1), nothing));
  std::vector<double> whole_line(most, nothing);
  for (std::size_t b = 1; b <= G; ++b) {
    regions.advance();
    const double* shared = regions.shared();
    const double end_cost = regions.end_cost(b), costs = end_cost + regions.start_cost(b);
    if (b == G) {
      whole_line[0] = shared[0] - end_cost;
      for (std::size_t r = 1; r < most; ++r) {
        whole_line[r] = loops.max_of_sums(f[r - 1].data(), shared, b) - end_cost;
      }
    } else {
      // From the top, so that f[r - 1][b], within the padding of its row, is not yet set.
      for (std::size_t r = most - 1; r-- > 1;) {
        f[r][b] = loops.max_of_sums(f[r - 1].data(), shared, b) - costs;
      }
      f[0][b] = shared[0] - costs;
    }
  }

  Placement result;
  std::size_t r = 0;
  for (std::size_t q = 1; q < most; ++q) {
    if (whole_line[q] >= whole_line[r]) r = q;
  }
  result.value = whole_line[r];
  result.error = rounding(line, prices, T);
  result.cuts.resize(r);
  for (std::size_t b = G; r > 0; --r) {
    b = best_start(line, prices, f[r - 1], r, b);
    result.cuts[r - 1] = static_cast<std::uint32_t>(b);
  }
  return result;
}

}  // namespace hashlab::npq
