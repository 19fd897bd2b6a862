#include "lib/label_scores/names.h"

#include "lib/error.h"
#include "lib/label_scores/label_score.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace hashlab {
namespace {

constexpr std::string_view learned = "learned-", gap = "gap-";

struct Meant {
  LabelScore score;
  std::string_view side;  ///< one of the two, or "" of what is tested
};

std::optional<Meant> meaning_of(std::string_view name) {
  std::string_view side;
  for (const std::string_view prefix : {learned, gap}) {
    if (name.starts_with(prefix)) side = prefix;
  }
  name.remove_prefix(side.size());
  // Without a side, hit@K is a metric of lib/metrics.
  if (side.empty() && name.starts_with("hit@")) return {};
  try {
    LabelScore score = parse_label_score(name);
    if (!side.empty() && score.kind == LabelScore::Kind::two_sets) return {};
    return Meant{std::move(score), side};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

std::string learned_score(std::string_view name) {
  return fmt::format("{}{}", learned, name);
}

std::string gap_score(std::string_view name) {
  return fmt::format("{}{}", gap, name);
}

bool is_gap_score(std::string_view name) {
  return name.starts_with(gap) && !label_score_of(name).empty();
}

std::string label_score_of(std::string_view name) {
  const auto meant = meaning_of(name);
  return meant ? meant->score.name : "";
}

std::string canonical_label_score(std::string_view name) {
  const auto meant = meaning_of(name);
  return meant ? fmt::format("{}{}", meant->side, meant->score.name) : "";
}

std::string label_score_definition(std::string_view name) {
  const auto meant = meaning_of(name);
  if (!meant) return "";
  const std::string& definition = meant->score.definition;
  if (meant->side == learned) {
    return fmt::format("of the training rows, which ask each other: {}", definition);
  }
  if (meant->side == gap) {
    return fmt::format("generalisation gap, {} less {} of what is tested; from -1 to 1; {}: {}",
                       learned_score(meant->score.name), meant->score.name, meant->score.name,
                       definition);
  }
  return definition;
}

}  // namespace hashlab
