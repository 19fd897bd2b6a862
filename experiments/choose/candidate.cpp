#include "experiments/choose/candidate.h"

#include "experiments/choose/inner_splits.h"
#include "experiments/choose/scorer.h"

#include <fmt/format.h>

namespace hashlab::experiments {
namespace {

constexpr double max_list_bytes = 0x1.0p31;  // of a neighbour list, so that it fits small machines

std::size_t min_training(const TaskFacts& facts) {
  return rung_size(facts.training, 0, min_rows(facts.bits));
}

hashers::WorkSizes sizes_of(const TaskFacts& facts, std::size_t training, std::size_t dims) {
  const auto n = static_cast<double>(training);
  return {n, static_cast<double>(facts.features), static_cast<double>(dims),
          static_cast<double>(facts.classes), facts.neighbour_share * n * n};
}

}  // namespace

std::string reason_against(const hashers::Hasher& hasher, const TaskFacts& facts) {
  const hashers::Projection& projection = hasher.projection();
  // This also holds in builds that can train networks, because the candidates must not depend on
  // the build.
  if (projection.needs_engine())
    return "networks do not take part, since not every build can train them";
  if (projection.needs_labels()) {
    if (facts.classes == 0) return "learns from labels, and there are none";
    if (!facts.by_class) return "learns from labels, and the ground truth is by distance";
  }
  const std::size_t dims = hasher.dimensions(facts.bits);
  if (dims == 0) {
    return fmt::format("spends {} bits on each dimension, and there are {}",
                       hasher.quantiser->bits_per_dimension(), facts.bits);
  }
  const std::size_t least = min_training(facts),
                    most = projection.max_dimensions(facts.features, least);
  if (dims > most) {
    return fmt::format("finds at most {} hash dimensions with {} features and {} rows, {} needed",
                       most, facts.features, least, dims);
  }
  const double bytes = 4 * sizes_of(facts, facts.training, dims).pairs;
  if (looks_at_neighbours(hasher) && bytes > max_list_bytes) {
    return fmt::format("its lists of neighbours would take {:.1f} GiB", bytes / 0x1.0p30);
  }
  return "";
}

double encoding_steps(const hashers::Hasher& hasher, const TaskFacts& facts) {
  const std::size_t dims = hasher.dimensions(facts.bits);
  const hashers::WorkSizes sizes = sizes_of(facts, facts.training, dims);
  return hasher.projection().encoding(sizes) + static_cast<double>(facts.bits);
}

Candidate candidate_of(const hashers::Hasher& hasher, const TaskFacts& facts) {
  const auto queries = static_cast<double>(facts.queries),
             database = static_cast<double>(facts.database), bits = static_cast<double>(facts.bits);
  const std::size_t dims = hasher.dimensions(facts.bits);
  Candidate candidate;
  candidate.name = hasher.name;
  candidate.projection = hasher.projection().info().name;
  candidate.quantiser = hasher.quantiser->info().name;
  candidate.part = fmt::format("{} x {}", hasher.projection_recipe, dims);
  // Several bits per dimension rarely improve a projection that was trained for one bit, and with
  // an epsilon-neighbourhood supervised projections rarely score higher than others.
  const bool supervised = hasher.projection().supervision() != hashers::Supervision::none;
  candidate.is_deferred = supervised && (!facts.by_class || candidate.quantiser != plain_quantiser);
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    const std::size_t n = rung_size(facts.training, rung, min_rows(facts.bits));
    const hashers::WorkSizes sizes = sizes_of(facts, n, dims);
    const double rows = queries + database + sizes.n;
    // Centring, training the projection, projecting all parts.
    const double projected = hashers::step_work(rows * sizes.d) + hasher.projection().work(sizes) +
                             hashers::product_work(rows, hasher.projection().encoding(sizes), 1);
    // Quantising, drawing bits, ranking and counting each pair.
    double quantised = hasher.quantiser->work(sizes) + hashers::step_work(rows * bits) +
                       hashers::step_work(queries * database * (1 + bits / 64) / 2);
    if (looks_at_neighbours(hasher)) quantised += hashers::step_work(sizes.pairs);
    candidate.part_work[rung] = projected;
    candidate.work[rung] = projected + quantised;
  }
  return candidate;
}

}  // namespace hashlab::experiments
