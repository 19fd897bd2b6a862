#include "experiments/gather/hash_table_rows.h"

#include "experiments/gather/records.h"
#include "results/record/fact_names.h"
#include "results/record/record.h"
#include "results/scores/hash_table_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hashlab::experiments {
namespace {

std::string skipped_note(const Suite& suite, std::size_t code_bits) {
  std::vector<std::string> skipped;
  for (const HashTableSetting& setting : results::hash_table_sweep(suite.scores).settings()) {
    if (!misfit(setting, code_bits).empty()) skipped.push_back(setting_text(setting));
  }
  if (skipped.empty()) return "";
  return fmt::format("left out, since they do not fit codes of {} bits: {}", code_bits,
                     fmt::join(skipped, " "));
}

}  // namespace

HashTableRows hash_table_rows(const ResultsFolder& folder, const Manifest& manifest,
                              const std::string& hasher) {
  const std::string dataset = manifest.dataset_name();
  HashTableRows found;
  std::vector<std::string> notes;
  std::size_t missing = 0;
  for (const Cell& cell : manifest.cells) {
    if (!hasher.empty() && cell.method.name() != hasher) continue;
    const std::optional<results::StoredCell> done = read_cell_of(folder, cell);
    if (!done || !done->failure.empty()) {
      ++missing;
      continue;
    }
    const results::StoredCell& record = *done;
    for (const HashTableScores& scores : record.hash_tables) {
      found.sweep.push_back(
          {dataset, cell.split, cell.method.name(), cell.bits.value(), cell.run, scores});
    }
    for (const char* metric : {"map", "auprc"}) {
      found.ranking.push_back({dataset, cell.split, cell.method.name(), cell.bits, cell.run, metric,
                               record.metrics.at(metric)});
    }
    const auto code_bits = record.facts.find(results::fact_names::code_bits);
    if (code_bits == record.facts.end()) continue;
    const std::string note =
        skipped_note(manifest.suite, static_cast<std::size_t>(code_bits->second));
    if (!note.empty()) results::add_once(notes, note);
  }
  std::sort(notes.begin(), notes.end());
  found.footnotes = notes;
  found.footnotes.push_back(fmt::format("ground truth {}", manifest.suite.ground_truth.recipe()));
  if (missing > 0) {
    found.footnotes.push_back(fmt::format("incomplete: {} of {} cells are missing or failed",
                                          missing, manifest.cells.size()));
  }
  return found;
}

}  // namespace hashlab::experiments
