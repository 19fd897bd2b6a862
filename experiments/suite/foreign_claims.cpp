#include "experiments/suite/foreign_claims.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The files of one method at one code length, and the draws of rows on which they claim to be
/// trained (see ForeignFiles).
struct Claims {
  std::string training;
  std::set<std::string> files, draws;
};

}  // namespace

std::vector<std::string> doubtful_training(const std::vector<Cell>& cells) {
  std::map<std::pair<std::string, std::size_t>, Claims> methods;
  for (const Cell& cell : cells) {
    if (!cell.foreign || cell.foreign->draw.empty()) continue;
    Claims& claims = methods[{cell.method.name(), *cell.bits}];
    claims.training = cell.foreign->training;
    claims.files.insert(cell.foreign->file);
    claims.draws.insert(cell.foreign->draw);
  }
  std::vector<std::string> notes;
  std::set<std::string> told;
  for (const auto& [name, claims] : methods) {
    if (claims.files.size() >= claims.draws.size() || !told.insert(name.first).second) continue;
    notes.push_back(fmt::format(
        "{}: training={} says that its codes were learned from rows that are drawn {} times, "
        "anew for each run and for each split whose training rows differ, but there are only {} "
        "files of {} bits: name a file of each by {{run}} and {{split}}, or give training=LIST of "
        "the rows, or training=nothing",
        name.first, claims.training, claims.draws.size(), claims.files.size(), name.second));
  }
  return notes;
}

}  // namespace hashlab::experiments
