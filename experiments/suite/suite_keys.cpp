#include "experiments/suite/suite_keys.h"

#include "experiments/suite/cell.h"
#include "experiments/suite/method_keys.h"
#include "experiments/suite/part_keys.h"
#include "results/scores/registry.h"

#include <utility>

namespace hashlab::experiments {
namespace {

using Values = SuiteKey::Values;

/// The recipe lines of scores of codes come after the line of the code length.
SuiteKey score_key(const results::CellScore& family) {
  const results::ScoreInfo info = family.info();
  const bool of_codes =
      info.of == results::Ranked::codes || info.of == results::Ranked::codes_or_estimates;
  return SuiteKey{info.key,
                  info.help,
                  false,
                  [&family](Suite& s, const Values& v) { s.scores.set(family, v.back()); },
                  [key = info.key](const Suite& s) {
                    const std::string text = s.scores.text_of(key);
                    return text.empty() ? Values{} : Values{text};
                  },
                  true}
      .recorded(of_codes ? RecipePlace::scores_of_codes : RecipePlace::scores, info.recipe_key,
                [&family, of = info.of](const RecipeFacts& f) {
                  const results::CellScore& score = f.suite.scores.of(family);
                  const Method& method = f.cell->method;
                  const bool is_recorded =
                      !score.text().empty() &&
                      results::applies(of, method.has_codes(), method.has_estimates());
                  return is_recorded ? score.recipe() : "";
                });
}

}  // namespace

const std::vector<SuiteKey>& suite_keys() {
  static const std::vector<SuiteKey> all = [] {
    std::vector<SuiteKey> keys = method_keys();
    for (const auto& family : results::all_scores()) keys.push_back(score_key(*family));
    for (SuiteKey& key : part_keys()) keys.push_back(std::move(key));
    return keys;
  }();
  return all;
}

}  // namespace hashlab::experiments
