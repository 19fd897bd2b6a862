#include "experiments/suite/method_checks.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "lib/relevance/class_labels.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab::experiments {
namespace {

void check_axes(const Grid& grid) {
  for (const Grid::Axis& axis : grid.axes) {
    if (grid.base->used.contains(axis.key)) continue;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("grid '{}': option '{}' has no effect with any of its settings: leave it "
                    "out, or change the others",
                    grid.text(), axis.key));
  }
}

void check_validation_sizes(const Method& method, const splits::SplitSizes& sizes) {
  for (const auto& [name, size] : {std::pair{"validation-queries", sizes.validation_queries},
                                   std::pair{"validation-database", sizes.validation_database}}) {
    if (size > 0) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '{}' = 0, but '{}' chooses its settings on the validation "
                            "parts: must be >= 1, such as 500 'validation-queries' and 4000 "
                            "'validation-database'",
                            name, method.name()));
  }
}

/// Refuses dimensions of an embedding with which a score cannot be computed.
void check_dimensions(const Method& method, const Suite& suite, const DatasetFacts& dataset) {
  const std::vector<std::size_t> dimensions =
      method.has_bits() ? suite.bits : std::vector<std::size_t>{dataset.dimensions};
  for (const auto& score : suite.scores) {
    for (const std::size_t d : dimensions) {
      const std::string why = score->misfit(d, method.name());
      if (!why.empty()) refuse(why);
    }
  }
}

/// The numbers of features on which a method may be trained in this direction: of both views for
/// cross-modal methods, else of the query view.
std::vector<std::size_t> features_seen(const hashers::Hasher& hasher,
                                       const results::Direction& direction,
                                       const DatasetFacts& dataset) {
  if (dataset.views.empty()) return {dataset.dimensions};
  std::vector<std::size_t> features;
  for (const View& view : dataset.views) {
    if (hasher.has_two_views() || view.name == direction.query) features.push_back(view.dimensions);
  }
  return features;
}

/// The name of the embedding that ranks a hash function's codes by the values of queries.
std::string asked_with_real_values(const std::string& hasher) {
  MethodName name = parse_method_name(hasher);
  name.tuned = false;
  name.real_queries = true;
  return name.text();
}

}  // namespace

void check_hasher(const hashers::Hasher& hasher, std::size_t bits,
                  const std::vector<std::size_t>& features, std::size_t training) {
  const std::size_t dims = hasher.dimensions(bits, features.front());
  if (dims == 0 && hasher.quantiser->codes_vectors()) {
    refuse(fmt::format("bits = {}: '{}' needs more bits, those of its scalars included", bits,
                       hasher.name));
  }
  if (dims == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("bits = {}: '{}' spends {} bits on each dimension, so it needs at "
                            "least {} bits",
                            bits, hasher.name, hasher.quantiser->bits_per_dimension(),
                            hasher.quantiser->bits_per_dimension()));
  }
  const std::size_t most = hasher.max_dimensions(features, training);
  if (dims > most) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("bits = {}: '{}' needs {} hash dimensions, but {} finds at most {} with "
                    "{} features and training = {}: use fewer bits or another projection",
                    bits, hasher.name, dims, hasher.learner().info().name, most,
                    fmt::join(features, " and "), training));
  }
}

void check_method(const Method& method, const Suite& suite, const DatasetFacts& dataset,
                  std::size_t training, bool draws_validation) {
  if (!method.has_codes()) check_dimensions(method, suite, dataset);
  const Grid* grid = method.grid();
  if (grid == nullptr && method.base() != nullptr) hashers::refuse_ignored_settings(*method.base());
  if (method.chooses() && draws_validation) check_validation_sizes(method, suite.sizes);
  if (grid != nullptr) check_axes(*grid);
  for (const hashers::Hasher* hasher : method.candidates()) {
    if (!hasher->quantiser->codes_vectors() || method.embedding() != nullptr) continue;
    refuse(
        fmt::format("hasher '{}': its codes are compared with real values of queries alone: "
                    "write 'embedding = {}'",
                    hasher->name, asked_with_real_values(hasher->name)));
  }
  if (method.is_auto()) return;  // it leaves out methods that cannot be trained, and reports them
  for (const hashers::Hasher* hasher : method.candidates()) {
    for (const results::Direction& direction : all_directions(suite)) {
      if (!takes(method, direction)) continue;
      for (const std::size_t bits : suite.bits) {
        check_hasher(*hasher, bits, features_seen(*hasher, direction, dataset), training);
      }
    }
  }
}

NeighbourGraph learner_neighbours(const Suite& suite, const Labels& labels, const Rows& training) {
  for (const Method& method : suite.methods) {
    for (const hashers::Hasher* hasher : method.candidates()) {
      if (hasher->learner().supervision() == hashers::Supervision::neighbours ||
          hasher->quantiser->supervision() == hashers::Supervision::neighbours) {
        return class_neighbours(labels, training);
      }
    }
  }
  NeighbourGraph nobody;
  nobody.offsets.resize(training.size() + 1);
  return nobody;
}

}  // namespace hashlab::experiments
