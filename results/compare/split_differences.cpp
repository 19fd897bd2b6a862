#include "results/compare/split_differences.h"

#include <algorithm>

namespace hashlab::results {
namespace {

std::string name_of(const std::string& split) {
  return split.substr(0, split.find(':'));
}

std::vector<PairedComparison> family_of(const MetricResults& results, const Strategies& strategies,
                                        const std::vector<std::string>& methods,
                                        const std::vector<CodeBits>& bits, double ratio) {
  std::vector<PairedComparison> family;
  for (const CodeBits b : bits) {
    for (const std::string& method : methods) {
      const PairedRuns runs(results.at(method, b, strategies.first),
                            results.at(method, b, strategies.second));
      if (runs.a.empty()) continue;
      family.push_back(compare_pairs({strategies.first, method, b}, {strategies.second, method, b},
                                     runs, ratio));
    }
  }
  adjust(family);
  return family;
}

}  // namespace

std::vector<Strategies> comparable_strategies(const std::vector<std::string>& splits) {
  std::vector<Strategies> found;
  for (const auto& [first, second] :
       {Strategies{"literature", "improved"}, {"matched", "improved"}, {"literature", "matched"}}) {
    for (const std::string& split : splits) {
      if (name_of(split) != first) continue;
      const std::string other = second + split.substr(first.size());
      if (contains(splits, other)) found.emplace_back(split, other);
    }
  }
  return found;
}

std::vector<Strategies> compared_with_improved(const std::vector<std::string>& splits) {
  std::vector<Strategies> found = comparable_strategies(splits);
  std::erase_if(found, [](const Strategies& pair) { return name_of(pair.second) != "improved"; });
  return found;
}

SplitDifferences split_differences(const MetricResults& results, const Strategies& strategies,
                                   double ratio) {
  return {family_of(results, strategies, results.hashers, results.bits, ratio),
          family_of(results, strategies, results.references, {std::nullopt}, ratio),
          chance_difference(results.chance, strategies)};
}

}  // namespace hashlab::results
