#include "experiments/commands/commands.h"
#include "experiments/data_folder.h"
#include "experiments/evaluate.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace hashlab {
namespace {

/// The value of `name` in a recipe. Errors: corrupt_file.
std::string setting(const std::string& recipe, const std::string& name, const std::string& path) {
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

/// "'new line' where the file has 'old line'", of the first lines that differ.
std::string first_difference(const std::string& now, const std::string& old) {
  std::istringstream now_lines(now), old_lines(old);
  std::string now_line, old_line;
  while (now_line == old_line && (now_lines || old_lines)) {
    if (!std::getline(now_lines, now_line)) now_line.clear();
    if (!std::getline(old_lines, old_line)) old_line.clear();
  }
  return fmt::format("'{}' where the file has '{}'", now_line, old_line);
}

/// A suite of the one cell that a record describes.
Suite suite_of(const CellRecord& record, const std::string& path) {
  std::string text =
      fmt::format("name = rerun\ndataset = {}\nruns = {}\n", record.dataset, record.run);
  text += record.bits == 0 ? fmt::format("reference = {}\n", record.hasher)
                           : fmt::format("hasher = {}\nbits = {}\n", record.hasher, record.bits);
  text += fmt::format("split = {}\n", record.split);
  for (const char* key : {"groundtruth", "seed", "test-queries", "validation-queries",
                          "validation-database", "training"}) {
    text += fmt::format("{} = {}\n", key, setting(record.recipe, key, path));
  }
  if (const std::string tables = "\ntables = "; record.recipe.find(tables) != std::string::npos) {
    text += fmt::format("tables = {}\n", setting(record.recipe, "tables", path));
  }
  return parse_suite(text, path, {});
}

int run(const Arguments& arguments) {
  const std::string& path = arguments.positional().front();
  const CellRecord old = read_cell(path, true);
  const Suite suite = suite_of(old, path);
  const Dataset dataset = read_dataset_of(suite, data_folder(arguments.get("data", "")));
  if (const std::string made_of = setting(old.recipe, "dataset-checksum", path);
      made_of != dataset.checksum) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: was made from a data set with checksum {}, '{}' has {}", path,
                            made_of.substr(0, 16), dataset.name, dataset.checksum.substr(0, 16)));
  }
  const std::vector<Cell> cells = plan_cells(suite, facts_of(dataset));
  const auto found = std::find_if(cells.begin(), cells.end(),
                                  [&](const Cell& cell) { return cell.run == old.run; });
  if (found->key != old.key) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: this version of hashlab computes another cell: it has {}", path,
                            first_difference(found->recipe, old.recipe)));
  }
  const CellRecord now =
      compute_cell(dataset, suite, *found, active_kernel(), /*keep_codes=*/false);
  for (const auto& [name, value] : now.metrics) {
    const auto before = old.metrics.find(name);
    fmt::print("{:<20}{:<22}{}\n", name, value,
               before == old.metrics.end() ? "new"
               : before->second == value   ? "as recorded"
                                           : fmt::format("recorded {}", before->second));
  }
  const RankCounts &a = now.counts, &b = old.counts;
  const bool same = a.all == b.all && a.relevant == b.relevant && a.offsets == b.offsets &&
                    a.pooled_radius == b.pooled_radius && a.pooled_all == b.pooled_all &&
                    a.pooled_relevant == b.pooled_relevant;
  fmt::print("rank counts are {}\n", same ? "identical" : "not those recorded");
  return same ? exit_done : exit_failed;
}

}  // namespace

Command rerun_command() {
  return {"rerun",
          "CELL.h5 [options]",
          "repeat a result from the recipe inside it and compare",
          "Computes a cell again from its own recipe and says whether the same numbers come out;\n"
          "exit status 1 if not. The file is not changed.\n\n"
          "  hashlab rerun results/runs/quickstart/cells/itq+sbq-32b-improved-r01-0123456789ab.h5",
          {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          1,
          1,
          run};
}

}  // namespace hashlab
