#include "experiments/choose/choice_text.h"

#include "experiments/choose/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

std::string score_text(const std::optional<double>& score) {
  return score ? fmt::format("{:.4f}", *score) : "";
}

std::string final_text(const ScoredCandidate& tried) {
  if (tried.final_scores.empty()) return "";
  return fmt::format("{:.4f} ({})", tried.mean(), tried.final_scores.size());
}

std::string sureness(const Choice& choice) {
  const RaceOutcome& race = choice.race;
  if (!race.loss) return "unknown, since no other method was scored in the final";
  if (race.loss->n < 2) return "unknown, since the final gave one observation only";
  return fmt::format("p = {:.2g} against the runner-up, after Holm's correction", race.p_value);
}

/// A line for each reason, with the names of all candidates that were left out for this reason.
std::string left_out_text(const std::vector<UntriedCandidate>& left_out) {
  std::vector<std::pair<std::string, std::string>> lines;  // reason, names
  for (const UntriedCandidate& out : left_out) {
    const auto known = std::find_if(lines.begin(), lines.end(),
                                    [&](const auto& line) { return line.first == out.reason; });
    if (known == lines.end()) {
      lines.emplace_back(out.reason, out.name);
    } else {
      known->second += ", " + out.name;
    }
  }
  std::string text = lines.empty() ? "" : "left out\n";
  for (const auto& [reason, names] : lines) text += fmt::format("  {}: {}\n", names, reason);
  return text;
}

std::string loss_text(const results::ResampledT& loss) {
  if (loss.n < 2) return fmt::format("{:.4f} lower", loss.mean);
  return fmt::format("{:.4f} lower (95 % interval {:.4f} .. {:.4f})", loss.mean, loss.low,
                     loss.high);
}

}  // namespace

std::string choice_text(const Choice& choice) {
  const RaceOutcome& race = choice.race;
  std::size_t width = 22;
  for (const ScoredCandidate& tried : race.tried) {
    width = std::max(width, tried.candidate.name.size());
  }
  std::string text = fmt::format("tried by {}, {:.4g} of {} spent: {}\n", choice.metric, race.spent,
                                 units_text(choice.budget), race.ended);
  text += fmt::format("  {:<{}} ", "rows used for training", width);
  for (const std::size_t rows : choice.rung_rows) text += fmt::format(" {:>7}", rows);
  text += "        final\n";
  for (const ScoredCandidate& tried : race.tried) {
    text += fmt::format("  {:<{}} ", tried.candidate.name, width);
    for (const auto& score : tried.scores) text += fmt::format(" {:>7}", score_text(score));
    text += fmt::format("  {:>11}  {}\n", final_text(tried),
                        tried.dropped.empty() ? "chosen" : tried.dropped);
  }
  text += left_out_text(choice.left_out);
  text +=
      fmt::format("chosen      {}, {} {:.4f}, {:.3g} multiply-adds a sample to encode (declared)\n",
                  choice.hasher(), choice.metric, race.choice().mean(), choice.encoding);
  if (choice.code_bits < choice.bits) {
    text += fmt::format("bits        {} of the {} asked for, since each dimension takes {}\n",
                        choice.code_bits, choice.bits, choice.dimension_bits);
  }
  if (race.rung < last_rung) {
    text += fmt::format("trained on  {} of {} rows: the best two on all of them did not fit\n",
                        choice.rung_rows[race.rung], choice.rung_rows[last_rung]);
  }
  text += fmt::format("confidence  {}\n", sureness(choice));
  if (race.tried.size() > 1) {
    text += fmt::format("runner-up   {}, {}, {:.3g} multiply-adds to encode (declared)\n",
                        race.tried[1].candidate.name,
                        race.loss ? loss_text(*race.loss) : "did not reach the final",
                        choice.encoding_of_next);
  }
  if (choice.euclidean) {
    text +=
        fmt::format("features    {:.4f}, ranked by Euclidean distance without codes, same rows\n",
                    *choice.euclidean);
  }
  return text;
}

std::string choice_summary(const Choice& choice) {
  const RaceOutcome& race = choice.race;
  std::string text =
      fmt::format("auto: the best of {} tried by {}, {:.4f}, within {} of work", race.tried.size(),
                  choice.metric, race.choice().mean(), units_text(choice.budget));
  if (choice.code_bits < choice.bits) {
    text += fmt::format("; codes have {} of the {} bits asked for", choice.code_bits, choice.bits);
  }
  if (race.loss) {
    text += fmt::format("; runner-up {} {}, p = {:.2g}", race.tried[1].candidate.name,
                        loss_text(*race.loss), race.p_value);
  }
  return text;
}

}  // namespace hashlab::experiments
