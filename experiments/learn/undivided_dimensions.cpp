#include "experiments/learn/undivided_dimensions.h"

#include "hashers/quantisers/parts/per_dimension.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hashlab::experiments {
namespace {

bool is_unreachable(double threshold) {
  return std::abs(threshold) >= hashers::unused_threshold;
}

bool is_undivided(const std::vector<double>& thresholds) {
  return !thresholds.empty() && std::all_of(thresholds.begin(), thresholds.end(), is_unreachable);
}

}  // namespace

std::string undivided_dimensions_note(const hashers::Model& model) {
  const auto& dimensions = model.quantisation.thresholds;
  const auto undivided = std::count_if(dimensions.begin(), dimensions.end(), is_undivided);
  if (undivided == 0) return "";
  return fmt::format(
      "{} of {} hash dimensions have no threshold, so all samples have the same digit there: "
      "neighbours are no nearer than other samples on these projections; use a projection that "
      "learns, another quantiser such as sbq, or another '--groundtruth'",
      undivided, dimensions.size());
}

}  // namespace hashlab::experiments
