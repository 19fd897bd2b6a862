#include "experiments/choose/search_space.h"

#include "experiments/choose/search.h"
#include "experiments/suite/grid.h"
#include "lib/method_name.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr std::string_view several_bits_quantiser = "npq";

// The limits of use_quick_settings().
constexpr double max_share_of_first = 0.6, max_share_of_slower = 0.75;

/// The parts of a hash function's name.
struct Taken {
  std::string projection, projection_settings, quantiser;
  std::set<std::string> keys;  // of the given settings of projection and quantiser

  /// The same projection with another quantiser in its default settings.
  std::string with(const std::string& other) const {
    MethodName name;
    name.projection = projection;
    name.quantiser = other;
    name.settings = projection_settings;
    return name.text();
  }
};

Taken taken_apart(const std::string& hasher) {
  const MethodName name = parse_method_name(hasher);
  Taken taken{name.projection, "", name.quantiser, {}};
  Options of_projection;
  const auto projection = hashers::projections::make(name.projection);
  projection->describe(of_projection);
  for (const auto& [key, value] : parse_spec(hasher).settings) {
    taken.keys.insert(key);
    if (!of_projection.has(key)) continue;
    std::string& settings = taken.projection_settings;
    settings += fmt::format("{}{}={}", settings.empty() ? "" : ",", key, value);
  }
  return taken;
}

/// The points of a grid over `base` that have an effect and can be trained.
std::vector<Candidate> points_of(const std::string& base, const std::string& grid,
                                 const TaskFacts& facts) {
  std::vector<Candidate> points;
  if (grid.empty()) return points;
  for (const Grid::Point& point : parse_grid(fmt::format("{}: {}", base, grid)).points) {
    if (!point.hasher->ignored.empty() || !reason_against(*point.hasher, facts).empty()) continue;
    points.push_back(candidate_of(*point.hasher, facts));
  }
  return points;
}

void add_points(const std::string& base, const std::string& grid, const TaskFacts& facts,
                std::vector<Candidate>& candidates) {
  for (Candidate& point : points_of(base, grid, facts)) candidates.push_back(std::move(point));
}

/// The key of a grid's part, "beta" of " beta=1,2".
std::string key_of(const std::string& axis) {
  const std::size_t begin = axis.find_first_not_of(' ');
  return axis.substr(begin, axis.find('=') - begin);
}

/// Splits a grid into grids of one setting each, without the keys in `set`. A setting with a single
/// value, such as the kind of a kernel, becomes part of each of them, because others may have no
/// effect without it.
std::vector<std::string> single_steps(const std::string& grid, const std::set<std::string>& set) {
  std::string fixed;
  std::vector<std::string> steps;
  for (const std::string& axis : split_at(grid, ';')) {
    if (set.contains(key_of(axis))) continue;
    if (axis.find(',') == std::string::npos) {
      fixed += axis + ";";
    } else {
      steps.push_back(axis);
    }
  }
  for (std::string& step : steps) step.insert(0, fixed);
  return steps;
}

/// A projection with a quantiser in its default settings, or with the first of its settings with
/// which both can be trained: few features may give too few dimensions for one bit per dimension,
/// but enough for several.
std::optional<Candidate> trainable_candidate(const std::string& name, const TaskFacts& facts) {
  const hashers::Hasher hasher = hashers::make_hasher(name);
  if (reason_against(hasher, facts).empty()) return candidate_of(hasher, facts);
  for (const std::string& setting : split_at(hasher.quantiser->grid(), ';')) {
    const std::vector<Candidate> points = points_of(name, setting, facts);
    if (!points.empty()) return points.front();
  }
  return std::nullopt;
}

/// The first candidate with a projection: single-bit quantisation, or else the cheapest quantiser
/// with which the projection can be trained.
std::optional<Candidate> first_candidate_of(const std::string& projection, const TaskFacts& facts) {
  std::optional<Candidate> first;
  for (const auto& quantiser : hashers::quantisers::all()) {
    const std::string name = quantiser->info().name;
    const auto candidate = trainable_candidate(fmt::format("{}+{}", projection, name), facts);
    if (candidate && name == plain_quantiser) return candidate;
    if (candidate && (!first || candidate->work[0] < first->work[0])) first = candidate;
  }
  return first;
}

/// A candidate with the default settings of its projection, then with each of the quick ones that
/// saves enough, the slowest first.
std::vector<Candidate> ladder_of(const std::string& name, const TaskFacts& facts) {
  const hashers::Hasher hasher = hashers::make_hasher(name);
  std::vector<Candidate> ladder = {candidate_of(hasher, facts)};
  for (const std::string& settings : hasher.projection().quick_settings()) {
    for (const Candidate& next : points_of(name, settings, facts)) {
      if (next.work[last_rung] > max_share_of_slower * ladder.back().work[last_rung]) return ladder;
      ladder.push_back(next);
    }
  }
  return ladder;
}

/// The same hash function with slower settings of its projection, if it has quick ones.
std::vector<Candidate> slower_candidates(const hashers::Hasher& hasher, const TaskFacts& facts) {
  std::set<std::string> quick_keys;
  for (const std::string& settings : hasher.projection().quick_settings()) {
    for (const std::string& axis : split_at(settings, ';')) quick_keys.insert(key_of(axis));
  }
  MethodName name = parse_method_name(hasher.name);
  name.settings.clear();
  for (const auto& [key, value] : parse_spec(hasher.name).settings) {
    if (quick_keys.contains(key)) continue;
    name.settings += fmt::format("{}{}={}", name.settings.empty() ? "" : ",", key, value);
  }
  std::vector<Candidate> ladder = ladder_of(name.text(), facts);
  const auto self = std::find_if(ladder.begin(), ladder.end(),
                                 [&](const Candidate& one) { return one.name == hasher.name; });
  if (self == ladder.end()) return {};
  ladder.erase(self, ladder.end());
  return ladder;
}

/// True if the first candidates have this projection with several bits per dimension, too.
bool starts_with_several_bits(const hashers::Projection& projection, const TaskFacts& facts) {
  return !facts.by_class && projection.supervision() == hashers::Supervision::none;
}

}  // namespace

std::vector<Candidate> first_candidates(const TaskFacts& facts,
                                        std::vector<UntriedCandidate>& left_out) {
  std::vector<Candidate> candidates;
  for (const auto& projection : hashers::projections::all()) {
    const std::string name = projection->info().name;
    if (const auto first = first_candidate_of(name, facts)) {
      candidates.push_back(*first);
      if (!starts_with_several_bits(*projection, facts)) continue;
      const auto several =
          trainable_candidate(fmt::format("{}+{}", name, several_bits_quantiser), facts);
      if (several) candidates.push_back(*several);
    } else {
      const hashers::Hasher plain =
          hashers::make_hasher(fmt::format("{}+{}", name, plain_quantiser));
      left_out.push_back({name, reason_against(plain, facts)});
    }
  }
  return candidates;
}

std::vector<Candidate> use_quick_settings(std::vector<Candidate> first, double budget,
                                          const TaskFacts& facts) {
  const auto is_too_slow = [&](const Candidate& candidate) {
    // Rungs of the same rows cost the same, and only once.
    const std::set<double> works = {candidate.work[0], candidate.work[search_rung],
                                    candidate.work[last_rung]};
    return std::accumulate(works.begin(), works.end(), 0.0) > max_share_of_first * budget;
  };
  for (Candidate& candidate : first) {
    for (const Candidate& next : ladder_of(candidate.name, facts)) {
      if (!is_too_slow(candidate)) break;
      candidate = next;
    }
  }
  return first;
}

std::vector<Candidate> variants_of(const std::string& hasher, const TaskFacts& facts) {
  const Taken taken = taken_apart(hasher);
  const hashers::Hasher self = hashers::make_hasher(hasher);
  const std::optional<Candidate> first = first_candidate_of(taken.projection, facts);
  const bool is_first = (first && first->quantiser == taken.quantiser) ||
                        (starts_with_several_bits(self.projection(), facts) &&
                         taken.quantiser == several_bits_quantiser);
  std::vector<Candidate> candidates;
  if (is_first) {
    for (const auto& quantiser : hashers::quantisers::all()) {
      const std::string other = quantiser->info().name;
      if (other == taken.quantiser) continue;
      if (const auto next = trainable_candidate(taken.with(other), facts)) {
        candidates.push_back(*next);
      }
    }
  }
  for (Candidate& slower : slower_candidates(self, facts)) candidates.push_back(std::move(slower));
  for (const std::string& grid : {self.projection().grid(), self.quantiser->grid()}) {
    for (const std::string& step : single_steps(grid, taken.keys)) {
      add_points(hasher, step, facts, candidates);
    }
  }
  std::erase_if(candidates, [&](const Candidate& c) { return c.name == self.name; });
  return candidates;
}

double full_grid_work(const TaskFacts& facts) {
  std::vector<Candidate> first_of_each, all;
  for (const auto& projection : hashers::projections::all()) {
    const auto first = first_candidate_of(projection->info().name, facts);
    if (!first) continue;
    first_of_each.push_back(*first);
    all.push_back(*first);
    add_points(first->name, projection->grid(), facts, all);
  }
  const auto cheapest = std::min_element(
      first_of_each.begin(), first_of_each.end(),
      [](const Candidate& a, const Candidate& b) { return a.work[last_rung] < b.work[last_rung]; });
  if (cheapest == first_of_each.end()) return 0;
  const std::string projection = parse_method_name(cheapest->name).projection;
  for (const auto& quantiser : hashers::quantisers::all()) {
    const std::string name = fmt::format("{}+{}", projection, quantiser->info().name);
    if (const auto plain = trainable_candidate(name, facts)) all.push_back(*plain);
    add_points(name, quantiser->grid(), facts, all);
  }
  double work = 0;
  std::set<std::string> names;
  for (const Candidate& candidate : all) {
    if (names.insert(candidate.name).second) work += candidate.work[last_rung];
  }
  return work;
}

}  // namespace hashlab::experiments
