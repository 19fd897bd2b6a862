#include "experiments/evaluate/repeat.h"

#include "experiments/suite/data_folder.h"
#include "experiments/suite/recipe_of_keys.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
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

Suite suite_of_cell(const results::CellRecord& record, const std::string& path) {
  if (means_foreign_codes(record.hasher)) {
    refuse(
        fmt::format("{}: another program computed its codes, and a cell does not know their file: "
                    "'hashlab run' scores them again",
                    path));
  }
  return parse_suite(keys_of_cell({record, path}), path, {});
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

}  // namespace hashlab::experiments
