#include "results/scores/cell_score.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {

std::string CellScore::recipe() const {
  return fmt::format("{} = {}\n", info().recipe_key, text());
}

std::string CellScore::misfit(const ScoredSuite&) const {
  return "";
}

std::string CellScore::misfit(const ScoredData&) const {
  return "";
}

std::string CellScore::misfit(std::size_t, const std::string&) const {
  return "";
}

void CellScore::check_rows(const Labels&, const Rows&, const Rows&) const {}

bool applies(Ranked of, bool has_codes, bool has_estimates) {
  if (of == Ranked::codes_or_estimates) return has_codes || has_estimates;
  return of == Ranked::anything || (of == Ranked::codes) == has_codes;
}

void CellScores::set(const CellScore& family, const std::string& value) {
  const std::string key = family.info().key;
  std::erase_if(all_, [&](const auto& score) { return score->info().key == key; });
  std::shared_ptr<const CellScore> configured = family.with(value);
  if (configured->text().empty()) return;
  const auto place = std::find_if(all_.begin(), all_.end(),
                                  [&](const auto& score) { return score->info().key > key; });
  all_.insert(place, std::move(configured));
}

const CellScore& CellScores::of(const CellScore& family) const {
  const std::string key = family.info().key;
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&](const auto& score) { return score->info().key == key; });
  return found == all_.end() ? family : **found;
}

std::string CellScores::text_of(std::string_view key) const {
  for (const auto& score : all_) {
    if (score->info().key == key) return score->text();
  }
  return "";
}

}  // namespace hashlab::results
