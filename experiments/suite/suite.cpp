#include "experiments/suite/suite.h"

#include "results/scores/recorded_metric.h"

#include <algorithm>

namespace hashlab::experiments {

std::vector<std::string> method_names(const Suite& suite, bool (Method::*has)() const,
                                      bool wanted) {
  std::vector<std::string> names;
  for (const Method& method : suite.methods) {
    if ((method.*has)() == wanted) names.push_back(method.name());
  }
  return names;
}

std::vector<results::Direction> all_directions(const Suite& suite) {
  if (suite.directions.empty()) return {results::Direction{}};
  std::vector<results::Direction> all;
  for (const results::Direction& direction : suite.directions) {
    for (const std::string& codes : suite.database_codes) {
      all.push_back({direction.query, direction.database, codes});
    }
  }
  return all;
}

bool takes(const Method& method, const results::Direction& direction) {
  const hashers::Hasher* hasher = method.base();
  const std::string& codes = direction.codes;
  if (hasher == nullptr || !hasher->has_two_views()) {
    return direction.query == direction.database && (direction.empty() || codes == "function");
  }
  if (codes == "joint") return hasher->cross_modal().gives_joint_codes();
  if (codes == "label") return hasher->cross_modal().gives_label_codes();
  return !direction.empty();
}

std::string own_baseline(const Suite& suite) {
  const bool is_there =
      std::any_of(suite.methods.begin(), suite.methods.end(), [&](const Method& method) {
        return method.has_codes() && method.is_meant_by(suite.baseline);
      });
  return is_there ? suite.baseline : "";
}

bool has_grids(const Suite& suite) {
  return std::any_of(suite.methods.begin(), suite.methods.end(),
                     [](const Method& method) { return method.chooses(); });
}

namespace {

/// The number of bits per digit of a method's codes; the maximum, 4, if it is chosen in training.
std::size_t digit_bits_at_most(const Method& method) {
  const hashers::Hasher* hasher = method.base();
  if (method.chooses()) return 4;
  if (hasher == nullptr || !hasher->quantiser) return 1;
  return hasher->quantiser->allocates_bits() ? 4 : hasher->quantiser->bits_per_dimension();
}

/// The largest distance of two codes. Digits of b bits differ by at most 2^b - 1.
std::size_t longest_distance(std::size_t digit_bits, std::size_t bits) {
  const std::size_t digits = (bits + digit_bits - 1) / digit_bits;
  return digits * ((std::size_t{1} << digit_bits) - 1);
}

}  // namespace

std::string beyond_reach(const Suite& suite, const Metric& metric) {
  if (suite.bits.empty() || metric.radius == 0) return {};
  const std::size_t bits = *std::min_element(suite.bits.begin(), suite.bits.end());
  std::size_t reach = longest_distance(4, bits);
  for (const Method& method : suite.methods) {
    reach = std::min(reach, longest_distance(digit_bits_at_most(method), bits));
  }
  return hashlab::beyond_reach(metric, reach);
}

bool needs_marks(const Suite& suite) {
  return std::any_of(suite.splits.begin(), suite.splits.end(), [](const std::string& split) {
    return splits::make_split(split).strategy->info().needs_marks;
  });
}

bool needs_lists(const Suite& suite) {
  return suite.ground_truth.by_lists() ||
         std::any_of(suite.splits.begin(), suite.splits.end(), [](const std::string& split) {
           return splits::make_split(split).strategy->info().needs_lists;
         });
}

const std::string& selection_metric(const Suite& suite) {
  if (!suite.select_by.empty()) return suite.select_by;
  const auto first = std::find_if(suite.metrics.begin(), suite.metrics.end(),
                                  [](const auto& name) { return !results::recorded_metric(name); });
  return first == suite.metrics.end() ? suite.metrics.front() : *first;
}

}  // namespace hashlab::experiments
