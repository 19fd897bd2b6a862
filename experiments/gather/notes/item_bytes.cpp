#include "experiments/gather/notes/registry.h"
#include "results/format/run_cells.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <map>

namespace hashlab::experiments {
namespace {

/// Tells the bytes that an item takes, if some methods store scalars beside their codes. Items take
/// whole bytes, so a code may be padded with up to 7 bits.
class ItemBytes : public Note {
 public:
  void add(const Cell& cell, const results::CellRecord& record) override {
    const auto fact = [&](const char* name) {
      const auto found = record.facts.find(name);
      return found == record.facts.end() ? 0.0 : found->second;
    };
    const double bytes = fact(results::fact_names::item_bytes);
    if (bytes == 0 || !cell.bits) return;
    const double scalars = fact(results::fact_names::scalar_bytes);
    has_scalars_ = has_scalars_ || scalars > 0;
    const double padding =
        8 * bytes - fact(results::fact_names::code_bits);  // whose bits include those of scalars
    items_[fmt::format("{} at {} bits", cell.method.name(), *cell.bits)] = fmt::format(
        "{:.0f}{}{}", bytes, scalars > 0 ? fmt::format(", scalars {:.0f}", scalars) : "",
        padding > 0 ? fmt::format(", {:.0f} bits of padding", padding) : "");
  }

  std::vector<std::string> lines() const override {
    if (!has_scalars_) return {};
    std::vector<std::string> names;
    for (const auto& [name, text] : items_) names.push_back(fmt::format("{}: {}", name, text));
    return {fmt::format("bytes of an item, those of scalars included: {}", results::listed(names))};
  }

 private:
  bool has_scalars_ = false;
  std::map<std::string, std::string> items_;  // by method and code length
};

}  // namespace

std::unique_ptr<Note> notes::item_bytes(const NotedStudy&) {
  return std::make_unique<ItemBytes>();
}

}  // namespace hashlab::experiments
