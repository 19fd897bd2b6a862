#include "experiments/suite/recipe_of_keys.h"

#include "experiments/suite/suite_keys.h"

#include <map>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The lines at these places. Lines at the same place, such as those of scores, are sorted by the
/// names of their keys.
std::vector<const RecipeLine*> lines_at(RecipePlace first, RecipePlace last) {
  using Place = std::pair<RecipePlace, std::string>;
  static const std::map<Place, const RecipeLine*> all = [] {
    std::map<Place, const RecipeLine*> lines;
    for (const SuiteKey& key : suite_keys()) {
      for (const RecipeLine& line : key.recipe) lines[{line.place, key.name}] = &line;
    }
    return lines;
  }();
  std::vector<const RecipeLine*> lines;
  for (const auto& [place, line] : all) {
    if (place.first >= first && place.first <= last) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string recipe_of_keys(const RecipeFacts& facts, RecipePlace first, RecipePlace last) {
  std::string text;
  for (const RecipeLine* line : lines_at(first, last)) text += line->text(facts);
  return text;
}

std::vector<std::string> recipe_names(RecipePlace first, RecipePlace last) {
  std::vector<std::string> names;
  for (const RecipeLine* line : lines_at(first, last)) names.push_back(line->name);
  return names;
}

std::string keys_of_cell(const RecordedCell& cell) {
  std::string text;
  for (const SuiteKey& key : suite_keys()) {
    SuiteKey::Values values;
    if (key.of_cell) {
      values = key.of_cell(cell);
    } else if (!key.recipe.empty() && has_recipe_line(cell.record, key.recipe.front().name)) {
      values = {recipe_value(cell.record, key.recipe.front().name, cell.path)};
    }
    for (const std::string& value : values) text += recipe_line(key.name, value);
  }
  return text;
}

}  // namespace hashlab::experiments
