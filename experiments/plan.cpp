#include "experiments/plan.h"

#include "experiments/reference.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/sha256.h"
#include "results/record.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <map>
#include <string_view>

namespace hashlab {
namespace {

// Goes up when the meaning of a cell's numbers changes for a reason that no method's, split's or
// data set's own version tells.
constexpr int cell_format = 1;

/// `split`: without paths, so that lists may move.
std::string file_name(const Cell& cell, const std::string& split) {
  const std::string bits = cell.is_reference() ? "" : fmt::format("{}b-", cell.bits);
  std::string readable = fmt::format("{}-{}{}-r{:02}", cell.hasher, bits, split, cell.run);
  for (char& c : readable) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '+' && c != '-' && c != '.') {
      c = '_';
    }
  }
  return fmt::format("{}-{}.h5", readable.substr(0, 120), cell.key.substr(0, 12));
}

/// What recipes say of a strategy, asked for once: given rows have to be read for it.
struct PlannedSplit {
  std::string recipe;
  bool is_given = false;
};

std::string line(std::string_view name, const auto& value) {
  return fmt::format("{} = {}\n", name, value);
}

std::string split_lines(const Suite& suite, const DatasetFacts& dataset, const PlannedSplit& split,
                        std::size_t run) {
  const SplitSizes& sizes = suite.sizes;
  std::string text = line("dataset-checksum", dataset.checksum);
  text += line("groundtruth", suite.ground_truth.recipe());
  text += line("split", split.recipe);
  if (!split.is_given) {
    text += line("test-queries", sizes.test_queries);
    text += line("validation-queries", sizes.validation_queries);
    text += line("validation-database", sizes.validation_database);
    text += line("training", sizes.training);
  }
  text += line("seed", suite.seed) + line("run", run);
  // Only where asked for, so that other cells keep their keys.
  if (suite.folds > 0) text += line("folds", suite.folds);
  if (suite.exclude_duplicates) text += line("duplicates", "exclude");
  return text;
}

std::string recipe_of(const Cell& cell, const Suite& suite, const std::string& split_lines) {
  std::string text = line("cell-format", cell_format) + split_lines;
  if (cell.is_reference()) {
    const ReferenceRanking& reference = reference_ranking(cell.hasher);
    return text + line("reference", fmt::format("{}/{}", reference.name, reference.version));
  }
  const Grid* grid = find_grid(suite, cell.hasher);
  const Hasher method = make_hasher(grid != nullptr ? grid->base : cell.hasher);
  text += line("projection", method.projection_recipe);
  text += line("quantiser", method.quantiser_recipe);
  text += line("bits", cell.bits);
  if (!suite.tables.empty()) text += line("tables", suite.tables.text());
  if (grid != nullptr) {
    text += line("grid", grid->text()) + line("select-by", selection_metric(suite));
  }
  return text;
}

}  // namespace

void check_hasher(const std::string& name, std::size_t bits, std::size_t features,
                  std::size_t training) {
  const Hasher hasher = make_hasher(name);
  const std::size_t dims = hasher.dimensions(bits);
  if (dims == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("bits = {}: '{}' spends {} bits on each dimension, so it needs at "
                            "least {} bits",
                            bits, name, hasher.quantiser->bits_per_dimension(),
                            hasher.quantiser->bits_per_dimension()));
  }
  const std::size_t most = hasher.projection->max_dimensions(features, training);
  if (dims > most) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("bits = {}: '{}' needs {} hash dimensions, but {} finds at most {} with "
                    "{} features and training = {}: use fewer bits or another projection",
                    bits, name, dims, hasher.projection->info().name, most, features, training));
  }
}

std::string split_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& split,
                         std::size_t run) {
  const NamedSplit named = make_split(split);
  return split_lines(suite, dataset, {named.recipe(dataset.size), named.strategy->info().is_given},
                     run);
}

std::string cell_recipe(const Suite& suite, const DatasetFacts& dataset, const std::string& hasher,
                        const std::string& split, std::size_t bits, std::size_t run) {
  return recipe_of({hasher, split, bits, run, {}, {}, {}}, suite,
                   split_recipe(suite, dataset, split, run));
}

namespace {

void check_hasher_at_all_bits(const std::string& hasher, const Suite& suite,
                              const DatasetFacts& dataset, std::size_t training) {
  for (const std::size_t bits : suite.bits) {
    check_hasher(hasher, bits, dataset.dimensions, training);
  }
}

void check_validation_sizes(const Grid& grid, const SplitSizes& sizes) {
  for (const auto& [name, size] : {std::pair{"validation-queries", sizes.validation_queries},
                                   std::pair{"validation-database", sizes.validation_database}}) {
    if (size > 0) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '{}' = 0, but '{}' chooses its settings on the validation "
                            "parts: must be >= 1, such as 500 'validation-queries' and 4000 "
                            "'validation-database'",
                            name, grid.name()));
  }
}

}  // namespace

std::vector<Cell> list_cells(const Suite& suite) {
  const std::vector<std::string> methods = methods_of(suite);
  std::vector<Cell> cells;
  for (std::size_t run = 1; run <= suite.runs; ++run) {
    for (const std::string& split : suite.splits) {
      for (const std::string& hasher : methods) {
        for (const std::size_t bits : suite.bits) {
          cells.push_back({hasher, split, bits, run, {}, {}, {}});
        }
      }
      for (const std::string& reference : suite.references) {
        cells.push_back({reference, split, 0, run, {}, {}, {}});
      }
    }
  }
  return cells;
}

std::vector<Cell> plan_cells(const Suite& suite, const DatasetFacts& dataset) {
  std::map<std::string, PlannedSplit> splits;
  bool any_drawn = false;
  for (const std::string& name : suite.splits) {
    const NamedSplit split = make_split(name);
    const bool is_given = split.strategy->info().is_given;
    any_drawn = any_drawn || !is_given;
    splits[name] = {split.recipe(dataset.size), is_given};
  }
  if (any_drawn) check_split_sizes(suite.sizes, dataset.size);
  const std::size_t training = any_drawn ? suite.sizes.training : dataset.size;
  for (const std::string& hasher : suite.hashers) {
    check_hasher_at_all_bits(hasher, suite, dataset, training);
  }
  for (const Grid& grid : suite.grids) {
    if (any_drawn) check_validation_sizes(grid, suite.sizes);
    for (const Grid::Point& point : grid.points) {
      check_hasher_at_all_bits(point.hasher, suite, dataset, training);
    }
  }
  std::vector<Cell> cells = list_cells(suite);
  for (Cell& cell : cells) {
    const PlannedSplit& split = splits[cell.split];
    cell.recipe = recipe_of(cell, suite, split_lines(suite, dataset, split, cell.run));
    cell.key = sha256(cell.recipe);
    cell.file = file_name(cell, split.is_given ? parse_spec(cell.split).name : cell.split);
  }
  return cells;
}

std::vector<Step> check_cells(const std::vector<Cell>& cells, const std::string& folder,
                              bool want_codes) {
  std::vector<Step> steps;
  for (const Cell& cell : cells) {
    Step step{cell, Step::State::missing, "missing"};
    const std::string path = (std::filesystem::path(folder) / cell.file).string();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
      try {
        const CellRecord record = read_cell(path, false);
        if (record.key != cell.key) {
          step = {cell, Step::State::damaged, "damaged: the file holds another cell"};
        } else if (!record.failure.empty()) {
          step = {cell, Step::State::failed, "failed before: " + record.failure};
        } else if (want_codes && !cell.is_reference() && !record.has_codes) {
          step = {cell, Step::State::without_codes, "without codes"};
        } else {
          step = {cell, Step::State::done, "done"};
        }
      } catch (const Error& error) {
        step = {cell, Step::State::damaged, fmt::format("damaged: {}", error.what())};
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace hashlab
