#include "hashers/quantisers/npq/objective.h"

#include "hashers/quantisers/parts/per_dimension.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlab::hashers::npq {
namespace {

// Lists of the lesser end of each pair by its greater end, ascending: going through the lesser ends
// in order fills every list in order.
Lists pairs_below(const std::vector<std::pair<float, std::uint32_t>>& order,
                  const std::vector<std::uint32_t>& group_of, std::size_t G,
                  const NeighbourGraph& S) {
  Lists below;
  below.offsets.assign(G + 1, 0);
  const auto each_pair = [&](auto visit) {
    for (const auto& [value, i] : order) {
      for (const std::uint32_t j : S[i]) {
        const std::uint32_t a = group_of[i], b = group_of[j];
        if (a < b || (a == b && i < j)) visit(a, b);  // each pair stands in S twice
      }
    }
  };
  each_pair([&](std::uint32_t, std::uint32_t b) { ++below.offsets[b + 1]; });
  for (std::size_t b = 0; b < G; ++b) below.offsets[b + 1] += below.offsets[b];
  below.items.resize(below.offsets[G]);
  std::vector<std::size_t> next(below.offsets.begin(), below.offsets.end() - 1);
  each_pair([&](std::uint32_t a, std::uint32_t b) { below.items[next[b]++] = a; });
  return below;
}

// visit(a, b) for each region [a, b) of groups.
template <typename Visit>
void each_region(const Line& line, const Cuts& cuts, Visit visit) {
  std::size_t a = 0;
  for (const std::uint32_t cut : cuts) {
    visit(a, std::size_t{cut});
    a = cut;
  }
  visit(a, line.groups());
}

double weighted(const Line& line, const Objective& objective, const Cuts& cuts, double F) {
  if (objective.alpha == 1.0) return F;
  return objective.alpha * F + (1.0 - objective.alpha) * explained_spread(line, cuts);
}

}  // namespace

Objective make_objective(double beta, double alpha) {
  const double square = beta * beta;
  for (double v = 1.0; v <= 1000.0; v += 1.0) {
    const double u = std::round(square * v);
    // The tolerance lets beta = 0.7071067811865476 mean beta^2 = 1/2.
    if (u >= 1.0 && std::abs(square * v - u) <= 1e-12 * u) return {u, v, alpha};
  }
  return {square, 1.0, alpha};
}

std::string text_of(const Objective& objective) {
  return fmt::format("u={} v={} alpha={}", objective.u, objective.v, objective.alpha);
}

Line make_line(std::span<const float> y, const NeighbourGraph& S) {
  std::vector<std::pair<float, std::uint32_t>> order(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) order[i] = {y[i], static_cast<std::uint32_t>(i)};
  std::sort(order.begin(), order.end());

  double mean = 0.0;
  for (const auto& [value, i] : order) mean += value;
  mean /= static_cast<double>(y.size());

  Line line;
  std::vector<std::uint32_t> group_of(y.size());
  line.before = {0.0};
  line.sums = {0.0};
  for (const auto& [value, i] : order) {
    if (line.values.empty() || value != line.values.back()) {
      line.values.push_back(value);
      line.before.push_back(line.before.back());
      line.sums.push_back(line.sums.back());
    }
    const double d = value - mean;
    line.before.back() += 1.0;
    line.sums.back() += d;
    line.spread += d * d;
    group_of[i] = static_cast<std::uint32_t>(line.values.size() - 1);
  }
  line.below = pairs_below(order, group_of, line.groups(), S);
  line.pairs = static_cast<double>(line.below.items.size());
  return line;
}

Ratio f_ratio(const Line& line, const Objective& objective, const Cuts& cuts) {
  double TP = 0.0;
  each_region(line, cuts, [&](std::size_t a, std::size_t b) {
    std::uint32_t within = 0;
    for (std::size_t k = line.below.offsets[a]; k < line.below.offsets[b]; ++k) {
      within += line.below.items[k] >= a ? 1u : 0u;
    }
    TP += within;
  });
  return f_ratio(line, objective, cuts, TP);
}

Ratio f_ratio(const Line& line, const Objective& objective, const Cuts& cuts, double TP) {
  double P = 0.0;
  each_region(line, cuts, [&](std::size_t a, std::size_t b) {
    const double n = line.before[b] - line.before[a];
    P += 0.5 * n * (n - 1.0);
  });
  return {(objective.u + objective.v) * TP, objective.u * line.pairs + objective.v * P};
}

double explained_spread(const Line& line, const Cuts& cuts) {
  if (line.groups() < 2) return 1.0;
  double between = 0.0;
  each_region(line, cuts, [&](std::size_t a, std::size_t b) {
    const double sum = line.sums[b] - line.sums[a];
    between += sum * sum / (line.before[b] - line.before[a]);
  });
  return between / line.spread;
}

double evaluate(const Line& line, const Objective& objective, const Cuts& cuts) {
  return weighted(line, objective, cuts, f_ratio(line, objective, cuts).value());
}

double evaluate(const Line& line, const Objective& objective, const Cuts& cuts, double TP) {
  return weighted(line, objective, cuts, f_ratio(line, objective, cuts, TP).value());
}

Cuts tidy(const Line& line, Cuts cuts) {
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::erase_if(cuts, [&](std::uint32_t c) { return c == 0 || c >= line.groups(); });
  return cuts;
}

Cuts equal_frequency(const Line& line, std::size_t T) {
  Cuts cuts;
  for (std::size_t j = 1; j <= T; ++j) {
    const double wanted = line.points() * static_cast<double>(j) / static_cast<double>(T + 1);
    const auto found = std::lower_bound(line.before.begin(), line.before.end(), wanted);
    cuts.push_back(static_cast<std::uint32_t>(found - line.before.begin()));
  }
  return tidy(line, std::move(cuts));
}

std::vector<double> thresholds_of(const Line& line, const Cuts& cuts, std::size_t T) {
  std::vector<double> t(T, unused_threshold);
  for (std::size_t j = 0; j < cuts.size(); ++j) {
    // In double the midpoint of two different floats lies strictly below the greater one.
    t[j] = 0.5 * (double{line.values[cuts[j] - 1]} + double{line.values[cuts[j]]});
  }
  return t;
}

}  // namespace hashlab::hashers::npq
