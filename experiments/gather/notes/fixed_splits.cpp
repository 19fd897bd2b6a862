#include "experiments/gather/notes/registry.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace hashlab::experiments {
namespace {

/// Finds splits that are the same in several runs, because lists or the data set give their rows.
/// The spread over such runs comes from the random choices of methods alone.
class FixedSplits : public Note {
 public:
  explicit FixedSplits(const NotedStudy& study) : shown_(study.shown) {}

  void add(const Cell& cell, const results::CellRecord& record) override {
    if (record.split_checksum.empty() || !shown_.shows_split(cell.split)) return;
    Seen& seen = splits_[cell.split];
    seen.runs.insert(cell.run);
    seen.checksums.insert(record.split_checksum);
  }

  /// One line for each split that has at least two runs, all with the same rows.
  std::vector<std::string> lines() const override {
    std::vector<std::string> lines;
    for (const auto& [split, seen] : splits_) {
      if (seen.runs.size() < 2 || seen.checksums.size() > 1) continue;
      lines.push_back(
          fmt::format("{}: all {} runs have the same rows, so deviations, intervals and marks show "
                      "the random choices of methods, not what another split would change",
                      split, seen.runs.size()));
    }
    return lines;
  }

 private:
  struct Seen {
    std::set<std::size_t> runs;
    std::set<std::string> checksums;
  };
  const results::ShownPart shown_;
  std::map<std::string, Seen> splits_;
};

}  // namespace

std::unique_ptr<Note> notes::fixed_splits(const NotedStudy& study) {
  return std::make_unique<FixedSplits>(study);
}

}  // namespace hashlab::experiments
