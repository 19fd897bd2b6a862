// Names of experiment files in the words of a reader.
#include "results/compare/metric_results.h"
#include "results/site/pages.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

namespace hashlab::results {
namespace {

/// The value of `key` in "epsilon:neighbours=50,samples=100"; empty if it is not there.
std::string setting_of(const std::string& recipe, const std::string& key) {
  const std::string wanted = key + "=";
  for (const char before : {':', ',', ' '}) {
    const std::size_t at = recipe.find(before + wanted);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + 1 + wanted.size();
    return recipe.substr(begin, recipe.find_first_of(", ", begin) - begin);
  }
  return "";
}

}  // namespace

std::string ground_truth_words(const std::string& recipe) {
  if (recipe.empty()) return "not recorded";
  if (recipe.starts_with("class")) return "same class";
  if (recipe.starts_with("lists")) return "lists of relevant items";
  if (recipe.starts_with("epsilon")) {
    const std::string neighbours = setting_of(recipe, "neighbours");
    const std::string reference = setting_of(recipe, "reference");
    return fmt::format(
        "near in feature space, radius of {} neighbours{}", neighbours.empty() ? "50" : neighbours,
        reference.empty() || reference == "database" ? "" : " of " + reference + " rows");
  }
  return recipe;
}

std::string split_words(const std::string& split) {
  static const std::map<std::string, std::string, std::less<>> words = {
      {"improved", "held-out database"},
      {"literature", "training rows are ranked too"},
      {"matched", "equal size, training rows are ranked too"},
      {"class-disjoint", "test classes are not trained on"},
      {"zero-shot", "test classes are not trained on"}};
  const auto found = words.find(split.substr(0, split.find(':')));
  return found == words.end() ? split : fmt::format("{} ({})", found->second, split);
}

std::string bits_words(CodeBits bits) {
  return bits_heading(bits);
}

std::string contest_words(const ContestKey& key) {
  return fmt::format("{}, relevant: {}, {}, {}; {}", key.dataset,
                     ground_truth_words(key.ground_truth), split_words(key.split), key.metric,
                     key.conditions);
}

std::string score_text(double value) {
  return fmt::format("{:.4f}", value);
}

std::string seconds_text(double seconds) {
  return seconds >= 100 ? fmt::format("{:.0f}", seconds) : fmt::format("{:.3g}", seconds);
}

}  // namespace hashlab::results
