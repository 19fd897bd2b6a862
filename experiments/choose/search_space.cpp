#include "experiments/choose/search_space.h"

#include "experiments/suite/grid.h"
#include "lib/method_name.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr std::string_view several_bits_quantiser = "npq";

/// What a hasher's name says.
struct Taken {
  std::string projection, projection_settings, quantiser;
  std::set<std::string> keys;  // that are set, of both

  /// The same projection with another quantiser, as that is.
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

/// The points of a grid over `base` that have an effect and can be learned.
std::vector<Entrant> points_of(const std::string& base, const std::string& grid,
                               const EntryFacts& facts) {
  std::vector<Entrant> points;
  if (grid.empty()) return points;
  for (const Grid::Point& point : parse_grid(fmt::format("{}: {}", base, grid)).points) {
    if (!point.hasher->ignored.empty() || !reason_against(*point.hasher, facts).empty()) continue;
    points.push_back(entrant_of(*point.hasher, facts));
  }
  return points;
}

void add_points(const std::string& base, const std::string& grid, const EntryFacts& facts,
                std::vector<Entrant>& entrants) {
  for (Entrant& point : points_of(base, grid, facts)) entrants.push_back(std::move(point));
}

/// Grids of one setting each out of a grid, without keys that are set. What has one value there, as
/// the kind of a kernel, goes with each: others may have no effect without it.
std::vector<std::string> single_steps(const std::string& grid, const std::set<std::string>& set) {
  std::string fixed;
  std::vector<std::string> steps;
  for (const std::string& axis : split_at(grid, ';')) {
    const std::size_t begin = axis.find_first_not_of(' '), end = axis.find('=');
    if (set.contains(axis.substr(begin, end - begin))) continue;
    if (axis.find(',') == std::string::npos) {
      fixed += axis + ";";
    } else {
      steps.push_back(axis);
    }
  }
  for (std::string& step : steps) step.insert(0, fixed);
  return steps;
}

/// A projection with a quantiser as it is, or with the first of its settings with which both can be
/// learned: of few features there are too few axes for a bit each, and enough for several.
std::optional<Entrant> as_it_can_be_learned(const std::string& name, const EntryFacts& facts) {
  const hashers::Hasher hasher = hashers::make_hasher(name);
  if (reason_against(hasher, facts).empty()) return entrant_of(hasher, facts);
  for (const std::string& setting : split_at(hasher.quantiser->grid(), ';')) {
    const std::vector<Entrant> points = points_of(name, setting, facts);
    if (!points.empty()) return points.front();
  }
  return std::nullopt;
}

/// What a projection enters with: single-bit codes, or else the quantiser that costs least.
std::optional<Entrant> head_of(const std::string& projection, const EntryFacts& facts) {
  std::optional<Entrant> head;
  for (const auto& quantiser : hashers::quantisers::all()) {
    const std::string name = quantiser->info().name;
    const auto entrant = as_it_can_be_learned(fmt::format("{}+{}", projection, name), facts);
    if (entrant && name == plain_quantiser) return entrant;
    if (entrant && (!head || entrant->work[0] < head->work[0])) head = entrant;
  }
  return head;
}

bool enters_with_several_bits(const hashers::Projection& projection, const EntryFacts& facts) {
  return !facts.by_class && projection.supervision() == hashers::Supervision::none;
}

}  // namespace

std::vector<Entrant> first_entrants(const EntryFacts& facts, std::vector<NotRaced>& left_out) {
  std::vector<Entrant> entrants;
  for (const auto& projection : hashers::projections::all()) {
    const std::string name = projection->info().name;
    if (const auto head = head_of(name, facts)) {
      entrants.push_back(*head);
      if (!enters_with_several_bits(*projection, facts)) continue;
      const auto several =
          as_it_can_be_learned(fmt::format("{}+{}", name, several_bits_quantiser), facts);
      if (several) entrants.push_back(*several);
    } else {
      const hashers::Hasher plain =
          hashers::make_hasher(fmt::format("{}+{}", name, plain_quantiser));
      left_out.push_back({name, reason_against(plain, facts)});
    }
  }
  return entrants;
}

std::vector<Entrant> neighbouring_entrants(const std::string& hasher, const EntryFacts& facts) {
  const Taken taken = taken_apart(hasher);
  const hashers::Hasher self = hashers::make_hasher(hasher);
  const std::optional<Entrant> head = head_of(taken.projection, facts);
  const bool is_first = (head && head->kind == taken.quantiser) ||
                        (enters_with_several_bits(*self.projection, facts) &&
                         taken.quantiser == several_bits_quantiser);
  std::vector<Entrant> entrants;
  if (is_first) {
    for (const auto& quantiser : hashers::quantisers::all()) {
      const std::string other = quantiser->info().name;
      if (other == taken.quantiser) continue;
      if (const auto next = as_it_can_be_learned(taken.with(other), facts)) {
        entrants.push_back(*next);
      }
    }
  }
  for (const std::string& grid : {self.projection->grid(), self.quantiser->grid()}) {
    for (const std::string& step : single_steps(grid, taken.keys)) {
      add_points(hasher, step, facts, entrants);
    }
  }
  std::erase_if(entrants, [&](const Entrant& e) { return e.name == self.name; });
  return entrants;
}

double full_grid_work(const EntryFacts& facts) {
  std::vector<Entrant> heads, all;
  for (const auto& projection : hashers::projections::all()) {
    const auto head = head_of(projection->info().name, facts);
    if (!head) continue;
    heads.push_back(*head);
    all.push_back(*head);
    add_points(head->name, projection->grid(), facts, all);
  }
  const auto cheapest = std::min_element(
      heads.begin(), heads.end(),
      [](const Entrant& a, const Entrant& b) { return a.work[last_rung] < b.work[last_rung]; });
  if (cheapest == heads.end()) return 0;
  const std::string projection = parse_method_name(cheapest->name).projection;
  for (const auto& quantiser : hashers::quantisers::all()) {
    const std::string name = fmt::format("{}+{}", projection, quantiser->info().name);
    if (const auto plain = as_it_can_be_learned(name, facts)) all.push_back(*plain);
    add_points(name, quantiser->grid(), facts, all);
  }
  double work = 0;
  std::set<std::string> names;
  for (const Entrant& entrant : all) {
    if (names.insert(entrant.name).second) work += entrant.work[last_rung];
  }
  return work;
}

}  // namespace hashlab::experiments
