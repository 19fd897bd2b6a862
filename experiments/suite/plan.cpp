#include "experiments/suite/plan.h"

#include "experiments/suite/method_checks.h"
#include "experiments/suite/reading_threads.h"
#include "experiments/suite/recipe_of_keys.h"
#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/options.h"
#include "lib/parallel.h"
#include "results/record/record.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace hashlab::experiments {
namespace {

// Raise this if the numbers of cells get another meaning, and no version of a method, split or data
// set changes.
constexpr const char* cell_format = "1";

/// The name does not depend on the paths of lists, so it remains the same if they are moved.
std::string file_name(const Cell& cell, const PlannedSplit& split) {
  const std::string bits = cell.bits ? fmt::format("{}b-", *cell.bits) : "";
  const std::string way = cell.direction.empty() ? "" : "-" + cell.direction.text();
  std::string readable =
      fmt::format("{}-{}{}{}-r{:02}", cell.method.name(), bits, split.name, way, cell.run);
  for (char& c : readable) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '+' && c != '-' && c != '.') {
      c = '_';
    }
  }
  return fmt::format("{}-{}.h5", readable.substr(0, 120), cell.key.substr(0, 12));
}

/// The recipes of code files. Each file is read once, although many cells share it.
class RecipesOfFiles {
 public:
  /// `rows` is the number of rows of the data set.
  explicit RecipesOfFiles(std::size_t rows) : rows_(rows) {}

  const std::string& of(const ForeignFiles& files) {
    std::string& recipe = known_[{files.file, files.training, std::to_string(files.options.bits)}];
    if (recipe.empty()) recipe = foreign_recipe(files, rows_);
    return recipe;
  }

 private:
  std::size_t rows_;
  std::map<std::array<std::string, 3>, std::string> known_;
};

/// True if both names mean the same rows for cells with equal keys. The paths of given lists may
/// differ, because lists may be moved.
bool same_split(const std::string& a, const std::string& b) {
  return a == b || (splits::make_split(a).strategy->info().is_given &&
                    parse_spec(a).name == parse_spec(b).name);
}

/// The state of a cell's file, and the reason.
std::pair<Step::State, std::string> found_of(const Cell& cell, const std::string& path,
                                             bool want_codes) {
  try {
    const results::StoredCell record = results::read_cell_summary(path);
    if (!is_of(record, cell)) {
      return {Step::State::damaged, "damaged: the file holds another cell"};
    }
    if (!record.failure.empty()) return {Step::State::failed, "failed before: " + record.failure};
    if (want_codes && cell.method.has_codes() && !record.has_codes) {
      return {Step::State::without_codes, "without codes"};
    }
    return {Step::State::done, "done"};
  } catch (const Error& error) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return {Step::State::missing, "missing"};
    return {Step::State::damaged, fmt::format("damaged: {}", error.what())};
  }
}

}  // namespace

std::string split_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& split,
                         std::size_t run) {
  const PlannedSplit planned = planned_split(split, dataset);
  return recipe_of_keys({suite, dataset, planned, run}, RecipePlace::dataset, last_of_rows);
}

Suite fitted_to(Suite suite, const DatasetFacts& dataset) {
  using splits::SplitSizes;
  const bool draws_queries = std::any_of(
      suite.splits.begin(), suite.splits.end(),
      [&](const std::string& name) { return planned_split(name, dataset).sizes.test_queries; });
  if (!draws_queries) return suite;  // then it draws nothing else either, see plan_cells()
  const SplitSizes fitting = splits::fitting_sizes(suite.sizes, dataset.size);
  const auto& given = suite.given_sizes;
  for (const auto size : {&SplitSizes::test_queries, &SplitSizes::validation_queries,
                          &SplitSizes::validation_database, &SplitSizes::training}) {
    if (std::find(given.begin(), given.end(), size) == given.end()) {
      suite.sizes.*size = fitting.*size;
    }
  }
  return suite;
}

std::vector<Cell> list_cells(const Suite& suite) {
  const std::vector<results::Direction> directions = all_directions(suite);
  std::vector<Cell> cells;
  for (std::size_t run = 1; run <= suite.runs; ++run) {
    for (const std::string& split : suite.splits) {
      for (const results::Direction& direction : directions) {
        for (const Method& method : suite.methods) {
          if (!takes(method, direction)) continue;
          if (!method.has_bits()) cells.push_back({method, split, std::nullopt, run});
          for (const std::size_t bits : suite.bits) {
            if (!method.has_bits()) continue;
            Cell& cell = cells.emplace_back(Cell{method, split, bits, run, direction});
            if (const ForeignCodes* codes = method.foreign_codes()) {
              cell.foreign = files_of(*codes, split, bits, run);
            }
          }
        }
      }
    }
  }
  return cells;
}

std::vector<Cell> plan_cells(const Suite& suite, const DatasetFacts& dataset) {
  std::map<std::string, PlannedSplit> splits;
  bool draws_queries = false, draws_validation = false, draws_training = false;
  for (const std::string& name : suite.splits) {
    const PlannedSplit split = planned_split(name, dataset);
    draws_queries = draws_queries || split.sizes.test_queries;
    draws_validation = draws_validation || split.sizes.validation;
    draws_training = draws_training || split.sizes.training;
    splits[name] = split;
  }
  // Protocols that draw the queries draw all parts. Other protocols report themselves what does not
  // fit.
  if (draws_queries) splits::check_split_sizes(suite.sizes, dataset.size);
  const std::size_t training = draws_training ? suite.sizes.training : dataset.size;
  for (const Method& method : suite.methods) {
    check_method(method, suite, dataset, training, draws_validation);
  }
  std::vector<Cell> cells = list_cells(suite);
  RecipesOfFiles files(dataset.size);
  for (Cell& cell : cells) {
    const PlannedSplit& split = splits[cell.split];
    const RecipeFacts facts{suite, dataset,
                            split, cell.run,
                            &cell, [&](const ForeignFiles& its) { return files.of(its); }};
    cell.recipe = recipe_line("cell-format", cell_format) +
                  recipe_of_keys(facts, RecipePlace::dataset, last_of_recipe);
    cell.key = sha256(cell.recipe);
    cell.file = file_name(cell, split);
  }
  return cells;
}

bool is_of(const results::CellRecord& record, const Cell& cell) {
  return record.key == cell.key && record.hasher == cell.method.name() &&
         record.bits == cell.bits && record.run == cell.run && record.direction == cell.direction &&
         same_split(record.split, cell.split);
}

std::vector<Step> check_cells(const std::vector<Cell>& cells, const std::string& folder,
                              bool want_codes) {
  std::vector<Step> steps;
  for (const Cell& cell : cells) steps.push_back({cell, Step::State::missing, ""});
  parallel(reading_threads(cells.size()), cells.size(), [&](std::size_t i) {
    const std::string path = (std::filesystem::path(folder) / cells[i].file).string();
    std::tie(steps[i].state, steps[i].reason) = found_of(cells[i], path, want_codes);
  });
  return steps;
}

}  // namespace hashlab::experiments
