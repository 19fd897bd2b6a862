#include "splits/split.h"

#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {

void check_split_sizes(const SplitSizes& s, std::size_t n) {
  const std::vector<std::pair<std::string, std::size_t>> sizes = {
      {"test-queries", s.test_queries},
      {"training", s.training},
      {"validation-queries", s.validation_queries},
      {"validation-database", s.validation_database}};
  std::size_t total = 0;
  for (const auto& [name, size] : sizes) {
    total += size;
    if (size == 0 && (name == "test-queries" || name == "training")) {
      throw Error(ErrorCode::invalid_argument, fmt::format("option '{}' = 0, must be >= 1", name));
    }
    if (size >= n) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("option '{}' = {} does not fit: the data set has {} rows", name, size, n));
    }
  }
  if (total < n) return;
  const auto smaller = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto& [name, size] = *std::max_element(sizes.begin(), sizes.end(), smaller);
  throw Error(ErrorCode::invalid_argument,
              fmt::format("test-queries + training + validation-queries + validation-database = {} "
                          "leaves nothing to rank of {} rows: lower '{}' = {}",
                          total, n, name, size));
}

const std::vector<SplitStrategy>& split_strategies() {
  static const std::vector<SplitStrategy> strategies = {
      {"literature", 1,
       "test queries held out; everything else is ranked and may be learned from (thesis 3.5.1)",
       literature_split},
      {"improved", 1,
       "five disjoint parts; the ranked database is never learned from (thesis 3.5.2)",
       improved_split},
  };
  return strategies;
}

const SplitStrategy& split_strategy(std::string_view name) {
  std::vector<std::string> known;
  for (const SplitStrategy& strategy : split_strategies()) {
    if (strategy.name == name) return strategy;
    known.push_back(strategy.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown split '{}'{} ('hashlab list splits' shows all)", name,
                          suggestion(name, known)));
}

}  // namespace hashlab
