#include "results/table/published_beside.h"

#include "results/format/run_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace hashlab::results {

bool PublishedBeside::has(CodeBits bits, const std::string& split) const {
  return std::any_of(values.begin(), values.end(), [&](const auto& value) {
    return value.first.bits == bits && value.first.split == split;
  });
}

std::vector<std::string> PublishedBeside::footnotes() const {
  std::vector<std::string> notes;
  if (values.empty()) {
    notes.push_back("no published value of this metric has a counterpart here");
  } else {
    notes.push_back(fmt::format("published: {}; diff %: (ours - published) / published",
                                fmt::join(sources, "; ")));
  }
  if (repeated > 0) {
    notes.push_back(fmt::format(
        "{} more published value{} left out: of the same results, in later files or lines",
        repeated, repeated == 1 ? "" : "s"));
  }
  if (!missing.empty()) {
    notes.push_back(fmt::format("{} published value{} without a counterpart here: {}",
                                missing.size(), missing.size() == 1 ? "" : "s", listed(missing)));
  }
  return notes;
}

PublishedBeside published_beside(const std::vector<PublishedValue>& published,
                                 const MetricResults& results) {
  PublishedBeside beside;
  for (const PublishedValue& value : published) {
    if (value.metric != results.metric) continue;
    const Combination combination{value.split, value.hasher, value.bits};
    if (!results.runs.contains(combination)) {
      beside.missing.push_back(fmt::format("{} {} bits {}", value.hasher, value.bits, value.split));
    } else if (beside.values.emplace(combination, value).second) {
      add_once(beside.sources, value.source);
    } else {
      ++beside.repeated;
    }
  }
  return beside;
}

}  // namespace hashlab::results
