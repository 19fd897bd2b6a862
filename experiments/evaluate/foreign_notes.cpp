#include "experiments/evaluate/foreign_notes.h"

#include "experiments/suite/foreign_claims.h"
#include "lib/codes/code_look.h"
#include "lib/import/codes/open_codes.h"

#include <set>
#include <utility>

namespace hashlab::experiments {

std::vector<std::string> foreign_codes_notes(const std::vector<Cell>& cells) {
  std::vector<std::string> notes;
  std::set<std::string> looked_at;
  for (const Cell& cell : cells) {
    if (!cell.foreign || !looked_at.insert(cell.method.name()).second) continue;
    const ForeignFiles& files = *cell.foreign;
    const auto source = open_codes(files.file, files.options);
    for (const std::string& found :
         look_at_codes(*source, files.file, *source, files.file, files.options.bit_order)) {
      notes.push_back(found);
    }
  }
  for (std::string& note : doubtful_training(cells)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace hashlab::experiments
