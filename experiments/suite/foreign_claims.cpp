#include "experiments/suite/foreign_claims.h"

#include "experiments/suite/foreign_codes.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The files of one method at one code length.
struct FilesOfMethod {
  const ForeignCodes* codes = nullptr;
  std::set<std::string> files;
  std::set<std::pair<std::string, std::size_t>> draws;  ///< splits that differ, and runs

  bool is_drawn_anew() const {
    return codes->training == "split" || codes->training == "learnable";
  }
};

/// True if the training samples of a run are also those of other splits.
bool learns_common_rows(const ForeignCodes& codes, const std::string& split) {
  return codes.training == "split" && splits::make_split(split).strategy->info().draws_common_parts;
}

}  // namespace

std::vector<std::string> doubtful_training(const std::vector<Cell>& cells) {
  std::map<std::pair<std::string, std::size_t>, FilesOfMethod> methods;
  for (const Cell& cell : cells) {
    const ForeignCodes* codes = cell.method.foreign_codes();
    if (codes == nullptr) continue;
    FilesOfMethod& method = methods[{codes->name, *cell.bits}];
    method.codes = codes;
    method.files.insert(files_of(*codes, cell.split, *cell.bits, cell.run).file);
    method.draws.emplace(learns_common_rows(*codes, cell.split) ? "" : cell.split, cell.run);
  }
  std::vector<std::string> notes;
  std::set<std::string> told;
  for (const auto& [name, method] : methods) {
    if (!method.is_drawn_anew() || method.files.size() >= method.draws.size()) continue;
    if (!told.insert(name.first).second) continue;
    notes.push_back(fmt::format(
        "{}: training={} says that its codes were learned from rows that are drawn {} times, "
        "anew for each run and for each split whose training rows differ, but there are only {} "
        "files of {} bits: name a file of each by {{run}} and {{split}}, or give training=LIST of "
        "the rows, or training=nothing",
        name.first, method.codes->training, method.draws.size(), method.files.size(), name.second));
  }
  return notes;
}

}  // namespace hashlab::experiments
