#include "experiments/choose/entrants.h"

#include "experiments/choose/inner_splits.h"
#include "experiments/choose/scorer.h"
#include "experiments/suite/grid.h"
#include "hashers/networks/engine.h"
#include "lib/method_name.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace hashlab {
namespace {

constexpr std::string_view plain_quantiser = "sbq", several_bits_quantiser = "npq";
constexpr double most_list_bytes = 0x1.0p31;  // of neighbours: more would not fit small machines

/// What a hasher's name says of each of the two.
struct Taken {
  std::string projection, projection_settings;
  std::string quantiser, quantiser_settings;
  std::set<std::string> keys;  // that are set

  std::string name() const {
    MethodName name;
    name.projection = projection;
    name.quantiser = quantiser;
    name.settings = projection_settings;
    if (!name.settings.empty() && !quantiser_settings.empty()) name.settings += ",";
    name.settings += quantiser_settings;
    return name.text();
  }
};

Taken taken_apart(const std::string& hasher) {
  const MethodName name = parse_method_name(hasher);
  Taken taken{name.projection, "", name.quantiser, "", {}};
  Options of_projection;
  const auto projection = projections::make(name.projection);
  projection->describe(of_projection);
  for (const auto& [key, value] : parse_spec(hasher).settings) {
    std::string& settings =
        of_projection.has(key) ? taken.projection_settings : taken.quantiser_settings;
    settings += fmt::format("{}{}={}", settings.empty() ? "" : ",", key, value);
    taken.keys.insert(key);
  }
  return taken;
}

std::size_t least_training(const EntryFacts& facts) {
  return rung_size(facts.training, 0, least_rows(facts.bits));
}

WorkSizes sizes_of(const EntryFacts& facts, std::size_t training, std::size_t dims) {
  const auto n = static_cast<double>(training);
  return {n, static_cast<double>(facts.features), static_cast<double>(dims),
          static_cast<double>(facts.classes), facts.neighbour_share * n * n};
}

/// Why it cannot enter; empty if it can.
std::string reason_against(const Hasher& hasher, const EntryFacts& facts) {
  const Projection& projection = *hasher.projection;
  if (projection.needs_engine() && network_engine() == nullptr) {
    return "needs an engine for networks, which this program was built without";
  }
  if (projection.needs_labels()) {
    if (facts.classes == 0) return "learns from labels, and there are none";
    if (!facts.by_class) return "learns from labels, and the ground truth is by distance";
  }
  const std::size_t dims = hasher.dimensions(facts.bits);
  if (dims == 0) {
    return fmt::format("spends {} bits on each dimension, and there are {}",
                       hasher.quantiser->bits_per_dimension(), facts.bits);
  }
  const std::size_t least = least_training(facts),
                    most = projection.max_dimensions(facts.features, least);
  if (dims > most) {
    return fmt::format("finds at most {} hash dimensions with {} features and {} rows, {} needed",
                       most, facts.features, least, dims);
  }
  const double bytes = 4 * sizes_of(facts, facts.training, dims).pairs;
  if (looks_at_neighbours(hasher) && bytes > most_list_bytes) {
    return fmt::format("its lists of neighbours would take {:.1f} GiB", bytes / 0x1.0p30);
  }
  return "";
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
  for (std::string& step : steps) step = fixed + step;
  return steps;
}

/// A projection with a quantiser as it is, or with the first of its settings with which both can be
/// learned: of few features there are too few axes for a bit each, and enough for several.
std::optional<Entrant> as_it_can_be_learned(const std::string& name, const EntryFacts& facts) {
  const Hasher hasher = make_hasher(name);
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
  for (const auto& quantiser : quantisers::all()) {
    const std::string name = quantiser->info().name;
    const auto entrant = as_it_can_be_learned(fmt::format("{}+{}", projection, name), facts);
    if (entrant && name == plain_quantiser) return entrant;
    if (entrant && (!head || entrant->work[0] < head->work[0])) head = entrant;
  }
  return head;
}

}  // namespace

std::vector<Entrant> first_entrants(const EntryFacts& facts, std::vector<NotRaced>& left_out) {
  std::vector<Entrant> entrants;
  for (const auto& projection : projections::all()) {
    const std::string name = projection->info().name;
    if (const auto head = head_of(name, facts)) {
      entrants.push_back(*head);
      if (facts.by_class || projection->supervision() != Supervision::none) continue;
      const auto several =
          as_it_can_be_learned(fmt::format("{}+{}", name, several_bits_quantiser), facts);
      if (several) entrants.push_back(*several);
    } else {
      const Hasher plain = make_hasher(fmt::format("{}+{}", name, plain_quantiser));
      left_out.push_back({name, reason_against(plain, facts)});
    }
  }
  return entrants;
}

std::vector<Entrant> neighbouring_entrants(const std::string& hasher, const EntryFacts& facts) {
  const Taken taken = taken_apart(hasher);
  const Hasher self = make_hasher(hasher);
  std::vector<NotRaced> left_out;
  const std::vector<Entrant> first = first_entrants(facts, left_out);
  const bool is_first = std::any_of(first.begin(), first.end(), [&](const Entrant& e) {
    const MethodName name = parse_method_name(e.name);
    return name.projection == taken.projection && name.quantiser == taken.quantiser;
  });
  std::vector<Entrant> entrants;
  if (is_first) {
    for (const auto& quantiser : quantisers::all()) {
      Taken other = taken;
      other.quantiser = quantiser->info().name;
      other.quantiser_settings.clear();
      if (other.quantiser == taken.quantiser) continue;
      if (const auto next = as_it_can_be_learned(other.name(), facts)) {
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
  for (const auto& projection : projections::all()) {
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
  for (const auto& quantiser : quantisers::all()) {
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

double encoding_steps(const Hasher& hasher, const EntryFacts& facts) {
  const std::size_t dims = hasher.dimensions(facts.bits);
  const WorkSizes sizes = sizes_of(facts, facts.training, dims);
  return hasher.projection->encoding(sizes) + static_cast<double>(facts.bits);
}

Entrant entrant_of(const Hasher& hasher, const EntryFacts& facts) {
  const auto queries = static_cast<double>(facts.queries),
             database = static_cast<double>(facts.database), bits = static_cast<double>(facts.bits);
  const std::size_t dims = hasher.dimensions(facts.bits);
  Entrant entrant;
  entrant.name = hasher.name;
  entrant.group = hasher.projection->info().name;
  entrant.kind = hasher.quantiser->info().name;
  entrant.part = fmt::format("{} x {}", hasher.projection_recipe, dims);
  // Several bits rarely help what was learned as one bit, and what learns from neighbours rarely
  // is ahead where these are a ball.
  const bool supervised = hasher.projection->supervision() != Supervision::none;
  entrant.is_late =
      supervised && (!facts.by_class || entrant.kind != plain_quantiser);
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    const std::size_t n = rung_size(facts.training, rung, least_rows(facts.bits));
    const WorkSizes sizes = sizes_of(facts, n, dims);
    const double rows = queries + database + sizes.n;
    // Centring, learning to project, projecting all parts.
    const double projected = step_work(rows * sizes.d) + hasher.projection->work(sizes) +
                             product_work(rows, hasher.projection->encoding(sizes), 1);
    // Quantising, drawing bits, ranking and counting each pair.
    double quantised = hasher.quantiser->work(sizes) + step_work(rows * bits) +
                       step_work(queries * database * (1 + bits / 64) / 2);
    if (looks_at_neighbours(hasher)) quantised += step_work(sizes.pairs);
    entrant.part_work[rung] = projected;
    entrant.work[rung] = projected + quantised;
  }
  return entrant;
}

}  // namespace hashlab
