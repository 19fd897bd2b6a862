#include "experiments/evaluate/split_checks.h"

#include "experiments/evaluate/repeat.h"
#include "experiments/suite/data_folder.h"
#include "lib/data/views.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

namespace hashlab::experiments {
namespace {

void add(SplitCheck& check, const std::string& place, const std::string& what) {
  check.deviations.push_back(fmt::format("{}: {}", place, what));
}

std::size_t shared(const Rows& a, const Rows& b) {
  Rows both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

/// True if all rows are in the data set and in ascending order, as the comparisons of lists assume.
bool check_order(const splits::ReadSplit& read, SplitCheck& check) {
  const std::size_t before = check.deviations.size();
  for (const auto& [name, part] : splits::split_parts) {
    const Rows& rows = read.drawn.rows.*part;
    if (std::any_of(rows.begin(), rows.end(), [&](auto row) { return row >= read.drawn.n; })) {
      add(check, read.place,
          fmt::format("'{}' has rows beyond the {} of the data set", name, read.drawn.n));
    }
    if (std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) != rows.end()) {
      add(check, read.place, fmt::format("'{}' is not ascending", name));
    }
  }
  return check.deviations.size() == before;
}

/// Adds a deviation for each pair of parts that share rows and must not.
void check_apart(const splits::ReadSplit& read, const splits::SplitInfo& info, SplitCheck& check) {
  if (info.is_given) return;  // 'hashlab audit' checks given splits
  const splits::Split& s = read.drawn.rows;
  const auto apart = [&](const char* a, const Rows& rows_a, const char* b, const Rows& rows_b) {
    const std::size_t both = shared(rows_a, rows_b);
    if (both == 0) return;
    add(check, read.place, fmt::format("{} rows are in '{}' and '{}'", both, a, b));
  };
  if (!info.leave_one_out) {
    apart("queries", s.test_queries, "database", s.test_database);
    apart("queries", s.test_queries, "learnable", s.learnable);
  }
  if (info.ranked == splits::RankedRows::held_out) {
    apart("database", s.test_database, "learnable", s.learnable);
  }
}

/// A suite that has the split, parsed from the recipe of the split.
Suite suite_of_split(const splits::ReadSplit& read) {
  results::CellRecord cell;  // with a method that is valid in every such suite
  cell.recipe = read.drawn.recipe;
  cell.dataset = name_of_view(read.drawn.dataset, read.drawn.view);
  cell.view = read.drawn.view;
  cell.split = read.drawn.split;
  cell.run = read.drawn.run;
  cell.hasher = "euclidean";
  if (cell.recipe.find("\nviews = ") != std::string::npos) {
    const std::string views = recipe_value(cell, "views", read.place);
    const std::string first = views.substr(0, views.find(' '));
    cell.direction = {first, first, "function"};
    cell.hasher = "lsh+sbq";
    cell.bits = 1;
  }
  return suite_of_cell(cell, read.place);
}

/// Reads the data sets of suites. Only the last one is kept, so suites in sequence share it.
class Datasets {
 public:
  explicit Datasets(std::string folder) : folder_(std::move(folder)) {}
  const Dataset& of(const Suite& suite) {
    if (!dataset_ || suite.dataset != name_ || suite.view != view_ || suite.views != views_ ||
        (needs_marks(suite) && dataset_->marks.empty()) ||
        (needs_lists(suite) && dataset_->lists.empty())) {
      dataset_ = std::make_unique<Dataset>(read_dataset_of(suite, folder_));
      name_ = suite.dataset;
      view_ = suite.view;
      views_ = suite.views;
    }
    return *dataset_;
  }

 private:
  std::string folder_, name_, view_;
  std::vector<std::string> views_;
  std::unique_ptr<Dataset> dataset_;
};

void check_drawn(const splits::ReadSplit& read, Datasets& datasets, SplitCheck& check) {
  const splits::StoredSplit& was = read.drawn;
  if (!read.damage.empty()) return check.deviations.push_back(read.damage);
  const Suite suite = suite_of_split(read);
  if (!check_order(read, check)) return;
  if (splits::split_checksum(was.rows) != was.checksum) {
    add(check, read.place, "its rows are not those of its checksum");
  }
  check_apart(read, splits::make_split(was.split).strategy->info(), check);
  const Dataset& dataset = datasets.of(suite);
  const splits::StoredSplit now = split_to_store(Study(dataset, suite), was.split, was.run);
  if (now.recipe != was.recipe || now.n != was.n) {
    return add(
        check, read.place,
        fmt::format("another split is drawn now, with {}",
                    now.n != was.n ? fmt::format("{} rows where the file has {}", now.n, was.n)
                                   : first_difference(now.recipe, was.recipe)));
  }
  for (const auto& [name, part] : splits::split_parts) {
    const Rows &a = now.rows.*part, &b = was.rows.*part;
    if (a == b) continue;
    add(check, read.place,
        fmt::format("'{}' has {} rows, drawn again {}, {} of them the same", name, b.size(),
                    a.size(), shared(a, b)));
  }
}

}  // namespace

splits::StoredSplit split_to_store(const Study& study, const std::string& split, std::size_t run) {
  const DatasetFacts facts = facts_of(study.dataset);
  splits::StoredSplit drawn;
  drawn.split = split;
  drawn.dataset = study.suite.dataset;
  drawn.view = study.suite.view;
  drawn.n = facts.size;
  drawn.run = run;
  drawn.recipe = split_recipe(study.suite, facts, split, run);
  drawn.rows = draw_split(study, split, run);
  drawn.checksum = splits::split_checksum(drawn.rows);
  return drawn;
}

SplitCheck check_split_file(const std::string& path, const std::string& data) {
  SplitCheck check;
  Datasets datasets(data);
  std::vector<splits::ReadSplit> stored;
  try {
    stored = splits::read_splits(path);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt_file) throw;
    check.deviations.emplace_back(error.what());
  }
  for (const splits::ReadSplit& read : stored) {
    try {
      check_drawn(read, datasets, check);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::not_found) throw;
      add(check, read.place, error.what());
    }
  }
  check.splits = stored.size();
  return check;
}

SplitCheck check_results(const ResultsFolder& folder, const std::string& data) {
  const Manifest manifest = read_manifest(folder);
  const Dataset dataset = read_dataset_of(manifest.suite, data);
  if (dataset.checksum != manifest.dataset.checksum) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: was made from a data set with checksum {}, '{}' has {}",
                            folder.path, manifest.dataset.checksum.substr(0, 16), dataset.name,
                            dataset.checksum.substr(0, 16)));
  }
  const Study study(dataset, manifest.suite);
  std::map<std::pair<std::string, std::size_t>, std::string> drawn;
  SplitCheck check;
  for (const Cell& cell : manifest.cells) {
    const std::string path = folder.cell_path(cell);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    results::StoredCell record;
    try {
      record = results::read_cell(path, false);
    } catch (const Error& error) {
      check.deviations.emplace_back(error.what());
      continue;
    }
    if (!record.failure.empty()) continue;
    ++check.cells;
    std::string& now = drawn[{cell.split, cell.run}];
    if (now.empty()) now = splits::split_checksum(draw_split(study, cell.split, cell.run));
    if (now == record.split_checksum) continue;
    add(check, path,
        fmt::format("its split-checksum is {}, {} of run {} has {}",
                    record.split_checksum.substr(0, 16), cell.split, cell.run, now.substr(0, 16)));
  }
  check.splits = drawn.size();
  return check;
}

}  // namespace hashlab::experiments
