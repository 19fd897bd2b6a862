#include "experiments/gather/fixed_splits.h"

#include <fmt/format.h>

namespace hashlab::experiments {

void FixedSplits::add(const Cell& cell, const results::CellRecord& record) {
  if (record.split_checksum.empty()) return;
  Seen& seen = splits_[cell.split];
  seen.runs.insert(cell.run);
  seen.checksums.insert(record.split_checksum);
}

std::vector<std::string> FixedSplits::notes() const {
  std::vector<std::string> notes;
  for (const auto& [split, seen] : splits_) {
    if (seen.runs.size() < 2 || seen.checksums.size() > 1) continue;
    notes.push_back(
        fmt::format("{}: all {} runs have the same rows, so deviations, intervals and marks show "
                    "the random choices of methods, not what another split would change",
                    split, seen.runs.size()));
  }
  return notes;
}

}  // namespace hashlab::experiments
