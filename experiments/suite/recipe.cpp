#include "experiments/suite/recipe.h"

#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab::experiments {

PlannedSplit planned_split(const std::string& name, const DatasetFacts& dataset) {
  const splits::NamedSplit split = splits::make_split(name);
  const splits::SplitInfo info = split.strategy->info();
  return {info.is_given ? info.name : name, split.recipe(dataset.size, dataset.marks),
          split.strategy->used_sizes(dataset.marks), info.is_given, info.needs_lists};
}

std::string recipe_line(std::string_view name, std::string_view value) {
  return fmt::format("{} = {}\n", name, value);
}

bool has_recipe_line(const results::CellRecord& record, std::string_view name) {
  return record.recipe.find(fmt::format("\n{} = ", name)) != std::string::npos;
}

std::string recipe_value(const results::CellRecord& record, const std::string& name,
                         const std::string& path) {
  const std::string& recipe = record.recipe;
  const std::string head = name + " = ";
  for (std::size_t at = 0; at < recipe.size(); at = recipe.find('\n', at) + 1) {
    if (recipe.compare(at, head.size(), head) == 0) {
      const std::size_t first = at + head.size();
      return recipe.substr(first, recipe.find('\n', first) - first);
    }
    if (recipe.find('\n', at) == std::string::npos) break;
  }
  throw Error(ErrorCode::corrupt_file, fmt::format("{}: its recipe has no '{}'", path, name));
}

}  // namespace hashlab::experiments
