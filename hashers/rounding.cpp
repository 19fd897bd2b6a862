#include "hashers/rounding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace hashlab::hashers {
namespace {

constexpr double small_deviation = 1e-4, many_changes = 0.01;

arma::rowvec deviations_of(const arma::fmat& Y) {
  return arma::stddev(arma::conv_to<arma::mat>::from(Y), 0, 0);
}

/// Moves every number to the next float, up or down in a pseudo-random pattern.
Features moved_by_one_place(const Features& X) {
  Features moved = X;
  std::uint32_t mixed = 1;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (float& value : moved) {
    mixed = mixed * 1664525U + 1013904223U;
    value = std::nextafter(value, (mixed >> 31U) != 0 ? infinity : -infinity);
  }
  return moved;
}

/// The number of thresholds that the value exceeds.
std::size_t region_of(float value, const std::vector<double>& thresholds) {
  const auto above = std::lower_bound(thresholds.begin(), thresholds.end(), double{value});
  return static_cast<std::size_t>(above - thresholds.begin());
}

double share_of_changes(const arma::fmat& Y, const arma::fmat& moved, std::size_t j,
                        const std::vector<double>& thresholds) {
  std::size_t changes = 0;
  for (std::size_t i = 0; i < Y.n_rows; ++i) {
    changes += region_of(Y(i, j), thresholds) == region_of(moved(i, j), thresholds) ? 0 : 1;
  }
  return static_cast<double>(changes) / static_cast<double>(Y.n_rows);
}

}  // namespace

std::vector<RoundingDimension> rounding_dimensions(const Projector& projector,
                                                   const Quantisation& quantisation,
                                                   const Features& X, const arma::fvec& mean,
                                                   FeatureRange range) {
  std::vector<RoundingDimension> found;
  const std::size_t dims = quantisation.thresholds.size();
  if (X.n_cols < 2 || dims == 0) return found;
  std::vector<std::uint32_t> rows(X.n_cols);
  std::iota(rows.begin(), rows.end(), 0U);
  const arma::fmat Y = project_rows(projector, X, rows, mean, dims, range);
  const arma::rowvec deviations = deviations_of(Y);
  const double least = small_deviation * deviations.max();
  if (deviations.min() >= least) return found;  // the usual case
  const arma::fmat moved = project_rows(projector, moved_by_one_place(X), rows, mean, dims, range);
  for (std::size_t j = 0; j < dims; ++j) {
    if (deviations(j) >= least) continue;
    const double changed = share_of_changes(Y, moved, j, quantisation.thresholds[j]);
    if (changed > many_changes) found.push_back({j, changed});
  }
  return found;
}

std::vector<RoundingDimension> rounding_dimensions(const Model& model, const Features& X) {
  return rounding_dimensions(*model.projector, model.quantisation, X, model.mean,
                             {0, model.mean.n_elem});
}

bool may_hold_rounding(const arma::fmat& Y) {
  if (Y.n_rows < 2 || Y.n_cols < 2) return false;
  const arma::rowvec deviations = deviations_of(Y);
  return deviations.min() < small_deviation * deviations.max();
}

void fix_dimensions(Quantisation& quantisation, const std::vector<RoundingDimension>& dimensions) {
  // These are below the largest float, which marks missing thresholds in a model file.
  constexpr double above_all = std::numeric_limits<float>::max() / 2;
  for (const RoundingDimension& each : dimensions) {
    std::vector<double>& thresholds = quantisation.thresholds[each.dimension];
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      thresholds[t] = above_all * (1 + 1e-3 * static_cast<double>(t));
    }
    if (quantisation.levels.empty()) continue;
    // All samples are in one region now, so that its level changes no order. What distinguished
    // the regions was rounding alone.
    std::vector<double>& levels = quantisation.levels[each.dimension];
    std::fill(levels.begin(), levels.end(), levels.front());
  }
}

std::string rounding_text(const std::vector<RoundingDimension>& found, std::size_t dimensions) {
  std::string numbers;
  for (std::size_t i = 0; i < found.size();) {
    std::size_t end = i + 1;
    while (end < found.size() && found[end].dimension == found[end - 1].dimension + 1) ++end;
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", found[i].dimension + 1);
    if (end > i + 1) numbers += fmt::format("-{}", found[end - 1].dimension + 1);
    i = end;
  }
  const auto most = std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.changed < b.changed;
  });
  return fmt::format(
      "{} {} of {} hold{} rounding: the samples have no variance there, and digits of "
      "up to {:.0f} % of them change with the last place of the features",
      found.size() == 1 ? "dimension" : "dimensions", numbers, dimensions,
      found.size() == 1 ? "s" : "", 100 * most->changed);
}

}  // namespace hashlab::hashers
