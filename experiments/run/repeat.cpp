#include "experiments/run/repeat.h"

#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

std::string first_difference(const std::string& now, const std::string& old) {
  std::istringstream now_lines(now), old_lines(old);
  std::string now_line, old_line;
  while (now_line == old_line && (now_lines || old_lines)) {
    if (!std::getline(now_lines, now_line)) now_line.clear();
    if (!std::getline(old_lines, old_line)) old_line.clear();
  }
  return fmt::format("'{}' where the file has '{}'", now_line, old_line);
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

Suite suite_of_cell(const results::CellRecord& record, const std::string& path) {
  if (means_foreign_codes(record.hasher)) {
    refuse(
        fmt::format("{}: another program computed its codes, and a cell does not know their file: "
                    "'hashlab run' scores them again",
                    path));
  }
  std::string dataset = record.dataset;  // the file's name, and the view's if there is one
  if (const std::string end = ":" + record.view; !record.view.empty() && dataset.ends_with(end)) {
    dataset.resize(dataset.size() - end.size());
  }
  std::string text = fmt::format("name = rerun\ndataset = {}\nview = {}\nruns = {}\n", dataset,
                                 record.view, record.run);
  if (const results::Direction& direction = record.direction; !direction.empty()) {
    text += fmt::format("views = {}\ndirection = {}\ncodes-of-database = {}\n",
                        recipe_value(record, "views", path), direction.text(), direction.codes);
  }
  if (record.recipe.find("\nembedding = ") != std::string::npos) {
    if (!record.bits) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: its recipe is of an embedding, which has one dimension or more, "
                              "and the file says 0 bits",
                              path));
    }
    text += fmt::format("embedding = {}\nbits = {}\n", record.hasher, *record.bits);
  } else if (!record.bits) {
    text += fmt::format("reference = {}\n", record.hasher);
  } else if (record.hasher == auto_name) {
    text += fmt::format("hasher = {}\nauto-budget = {}\nselect-by = {}\nbits = {}\n", record.hasher,
                        recipe_value(record, "auto-budget", path),
                        recipe_value(record, "select-by", path), *record.bits);
  } else if (record.recipe.find("\ngrid = ") != std::string::npos) {
    text +=
        fmt::format("grid = {}\nselect-by = {}\nbits = {}\n", recipe_value(record, "grid", path),
                    recipe_value(record, "select-by", path), *record.bits);
  } else {
    text += fmt::format("hasher = {}\nbits = {}\n", record.hasher, *record.bits);
  }
  text += fmt::format("split = {}\n", record.split);
  for (const char* key : {"groundtruth", "seed"}) {
    text += fmt::format("{} = {}\n", key, recipe_value(record, key, path));
  }
  const auto copy_if_there = [&](const std::string& key, const std::string& recipe_key) {
    if (record.recipe.find(fmt::format("\n{} = ", recipe_key)) == std::string::npos) return;
    text += fmt::format("{} = {}\n", key, recipe_value(record, recipe_key, path));
  };
  for (const char* key : {"test-queries", "validation-queries", "validation-database", "training",
                          "folds", "balance", "duplicates", "learn-classes"}) {
    copy_if_there(key, key);
  }
  for (const auto& family : results::all_scores()) {
    const results::ScoreInfo info = family->info();
    copy_if_there(info.key, info.recipe_key);
  }
  if (record.recipe.find("\nbalance = ") == std::string::npos) text += "balance = class\n";
  return parse_suite(text, path, {});
}

Cell planned_again(const results::CellRecord& record, const Suite& suite, const Dataset& dataset,
                   const std::string& path) {
  if (const std::string made_of = recipe_value(record, "dataset-checksum", path);
      made_of != dataset.checksum) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: was made from a data set with checksum {}, '{}' has {}", path,
                            made_of.substr(0, 16), dataset.name, dataset.checksum.substr(0, 16)));
  }
  const std::vector<Cell> cells = plan_cells(suite, facts_of(dataset));
  const auto found = std::find_if(cells.begin(), cells.end(),
                                  [&](const Cell& cell) { return cell.run == record.run; });
  if (found->key != record.key) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: this version of hashlab computes another cell: it has {}", path,
                            first_difference(found->recipe, record.recipe)));
  }
  return *found;
}

bool same_counts(const RankCounts& a, const RankCounts& b) {
  return a.all == b.all && a.relevant == b.relevant && a.offsets == b.offsets &&
         a.pooled_radius == b.pooled_radius && a.pooled_all == b.pooled_all &&
         a.pooled_relevant == b.pooled_relevant;
}

}  // namespace hashlab::experiments
