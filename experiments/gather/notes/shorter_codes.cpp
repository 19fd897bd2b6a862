#include "experiments/gather/notes/registry.h"
#include "results/format/run_cells.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <map>

namespace hashlab::experiments {
namespace {

/// Finds methods whose codes have fewer bits than the heading of their column, because each
/// dimension takes several bits and the code length is not a multiple of this number. Methods that
/// choose their settings in each run have a note of their own (`choices`).
class ShorterCodes : public Note {
 public:
  void add(const Cell& cell, const results::CellRecord& record) override {
    const auto found = record.facts.find(results::fact_names::code_bits);
    if (found == record.facts.end() || !cell.bits || cell.method.chooses()) return;
    const auto scalars = record.facts.find(results::fact_names::scalar_bytes);
    if (scalars != record.facts.end() && scalars->second > 0) return;  // see `item_bytes`
    if (found->second >= static_cast<double>(*cell.bits)) return;
    lengths_[fmt::format("{} at {} bits", cell.method.name(), *cell.bits)] = found->second;
  }

  /// One line that names at most eight methods.
  std::vector<std::string> lines() const override {
    if (lengths_.empty()) return {};
    std::vector<std::string> names;
    for (const auto& [name, length] : lengths_) {
      names.push_back(fmt::format("{}: {:.0f}", name, length));
    }
    return {fmt::format(
        "codes with fewer bits than asked for, because each dimension takes several: {}",
        results::listed(names))};
  }

 private:
  std::map<std::string, double> lengths_;  // by method and code length
};

}  // namespace

std::unique_ptr<Note> notes::shorter_codes(const NotedStudy&) {
  return std::make_unique<ShorterCodes>();
}

}  // namespace hashlab::experiments
