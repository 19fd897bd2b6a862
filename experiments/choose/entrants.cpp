#include "experiments/choose/entrants.h"

#include "experiments/choose/inner_splits.h"
#include "experiments/choose/scorer.h"
#include "experiments/suite/grid.h"
#include "hashers/networks/engine.h"
#include "lib/method_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

constexpr std::string_view plain_quantiser = "sbq";
constexpr double most_list_bytes = 0x1.0p31;  // of neighbours: more would not fit small machines

/// What a hasher's name says of each of the two.
struct Taken {
  std::string projection, projection_settings;
  std::string quantiser, quantiser_settings;

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
  Taken taken{name.projection, "", name.quantiser, ""};
  Options of_projection;
  const auto projection = projections::make(name.projection);
  projection->describe(of_projection);
  for (const auto& [key, value] : parse_spec(hasher).settings) {
    std::string& settings =
        of_projection.has(key) ? taken.projection_settings : taken.quantiser_settings;
    settings += fmt::format("{}{}={}", settings.empty() ? "" : ",", key, value);
  }
  return taken;
}

std::size_t least_training(const EntryFacts& facts) {
  return rung_size(facts.training, 0, 2 * facts.bits + 2);
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

/// The points of a grid over `base` that have an effect and can enter.
void add_points(const std::string& base, const std::string& grid, const EntryFacts& facts,
                std::vector<Entrant>& entrants) {
  if (grid.empty()) return;
  const Grid worth_trying = parse_grid(fmt::format("{}: {}", base, grid));
  for (const Grid::Point& point : worth_trying.points) {
    if (!point.hasher->ignored.empty() || !reason_against(*point.hasher, facts).empty()) continue;
    entrants.push_back(entrant_of(*point.hasher, facts));
  }
}

}  // namespace

std::vector<Entrant> first_entrants(const EntryFacts& facts, std::vector<NotRaced>& left_out) {
  std::vector<Entrant> entrants;
  for (const auto& projection : projections::all()) {
    const std::string name = projection->info().name;
    const Hasher hasher = make_hasher(fmt::format("{}+{}", name, plain_quantiser));
    const std::string reason = reason_against(hasher, facts);
    if (reason.empty()) {
      entrants.push_back(entrant_of(hasher, facts));
    } else {
      left_out.push_back({name, reason});
    }
  }
  return entrants;
}

std::vector<Entrant> neighbouring_entrants(const std::string& hasher, const EntryFacts& facts) {
  const Taken taken = taken_apart(hasher);
  const Hasher self = make_hasher(hasher);
  std::vector<Entrant> entrants;
  if (taken.quantiser == plain_quantiser) {
    for (const auto& quantiser : quantisers::all()) {
      Taken other = taken;
      other.quantiser = quantiser->info().name;
      const Hasher next = make_hasher(other.name());
      if (other.quantiser == taken.quantiser || !reason_against(next, facts).empty()) continue;
      entrants.push_back(entrant_of(next, facts));
    }
  }
  if (taken.projection_settings.empty()) {
    add_points(hasher, self.projection->grid(), facts, entrants);
  }
  if (taken.quantiser_settings.empty()) {
    add_points(hasher, self.quantiser->grid(), facts, entrants);
  }
  return entrants;
}

double full_grid_work(const EntryFacts& facts) {
  std::vector<NotRaced> left_out;
  std::vector<Entrant> all;
  const std::vector<Entrant> heads = first_entrants(facts, left_out);
  for (const Entrant& head : heads) {
    all.push_back(head);
    add_points(head.name, make_hasher(head.name).projection->grid(), facts, all);
  }
  const auto cheapest = std::min_element(
      heads.begin(), heads.end(),
      [](const Entrant& a, const Entrant& b) { return a.work[last_rung] < b.work[last_rung]; });
  if (cheapest == heads.end()) return 0;
  for (const Entrant& other : neighbouring_entrants(cheapest->name, facts)) {
    const Hasher hasher = make_hasher(other.name);
    if (hasher.quantiser->info().name == plain_quantiser) continue;
    all.push_back(other);
    add_points(other.name, hasher.quantiser->grid(), facts, all);
  }
  double work = 0;
  for (const Entrant& entrant : all) work += entrant.work[last_rung];
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
  Entrant entrant{hasher.name, {}};
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    const std::size_t n = rung_size(facts.training, rung, 2 * facts.bits + 2);
    const WorkSizes sizes = sizes_of(facts, n, dims);
    double work = hasher.projection->work(sizes) + hasher.quantiser->work(sizes);
    // Centring and drawing, projecting all parts, ranking and counting each pair.
    work += step_work((queries + database + sizes.n) * (sizes.d + bits));
    work += product_work(queries + database + sizes.n, hasher.projection->encoding(sizes), 1);
    work += step_work(queries * database * (1 + bits / 64) / 2);
    if (looks_at_neighbours(hasher)) work += step_work(sizes.pairs);
    entrant.work[rung] = work;
  }
  return entrant;
}

}  // namespace hashlab
