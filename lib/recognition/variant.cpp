#include "lib/recognition/variant.h"

#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlab {
namespace {

template <typename Value>
using Words = std::vector<std::pair<std::string, Value>>;

const Words<QuantileFit> fits = {{"gallery", QuantileFit::gallery},
                                 {"queries", QuantileFit::queries},
                                 {"others", QuantileFit::others},
                                 {"none", QuantileFit::none}};
const Words<VoteScore> vote_scores = {{"sum", VoteScore::sum}, {"max", VoteScore::max}};
const Words<ModelsAs> ensembles = {{"together", ModelsAs::together}, {"votes", ModelsAs::votes}};
const Words<bool> others = {{"own", false}, {"queries", true}};
const Words<bool> classes_of_gallery = {{"all", false}, {"asked", true}};

const RecognitionSettings paper;

template <typename Value>
std::string word_of(const Words<Value>& words, Value value) {
  for (const auto& [word, meant] : words) {
    if (meant == value) return word;
  }
  return "";
}

/// An option as errors name it, and the value that is asked for.
struct Asked {
  std::string option, value;

  template <typename Value>
  Value among(const Words<Value>& words) const {
    std::vector<std::string> known;
    for (const auto& [word, meant] : words) {
      if (word == value) return meant;
      known.push_back(word);
    }
    refuse_word(known);
  }

  std::size_t count(std::size_t least) const {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto number = parse_whole(value);
    if (number && *number >= least && *number <= most) return *number;
    refuse(fmt::format("option '{}' = '{}', must be a whole number in {} .. {}", option, value,
                       least, most));
  }

  [[noreturn]] void refuse_word(const std::vector<std::string>& known) const {
    refuse(fmt::format("option '{}' = '{}'{}, expected {}", option, value, suggestion(value, known),
                       fmt::join(known, ", ")));
  }
};

const std::vector<std::string> option_names = {"without",   "fit",    "quantiles", "penalty-b",
                                               "penalty-c", "top",    "vote",      "ensemble",
                                               "others",    "classes"};

void set(RecognitionVariant& variant, const std::string& name, const Asked& asked) {
  RecognitionSettings& s = variant.settings;
  if (name == "fit") s.fit = asked.among(fits);
  if (name == "quantiles") s.quantiles = asked.count(2);
  if (name == "penalty-b") s.gallery_penalty = asked.count(1);
  if (name == "penalty-c") s.query_penalty = asked.count(1);
  if (name == "top") s.votes = asked.count(1);
  if (name == "vote") s.score = asked.among(vote_scores);
  if (name == "ensemble") s.ensemble = asked.among(ensembles);
  if (name == "others") variant.others_are_queries = asked.among(others);
  if (name == "classes") variant.asked_classes_only = asked.among(classes_of_gallery);
}

std::vector<const RecognitionStep*> steps_named(const Asked& without) {
  std::vector<std::string> known;
  std::vector<const RecognitionStep*> all;
  for (const RecognitionStep& step : recognition_steps()) {
    known.emplace_back(step.name);
    all.push_back(&step);
  }
  known.emplace_back("all");
  if (without.value == "all") return all;
  if (without.value.empty()) without.refuse_word(known);
  std::vector<const RecognitionStep*> found;
  for (const std::string& name : split_at(without.value, '+')) {
    const auto at = std::find(known.begin(), known.end() - 1, name);
    if (at == known.end() - 1) Asked{without.option, name}.refuse_word(known);
    found.push_back(all[static_cast<std::size_t>(at - known.begin())]);
  }
  return found;
}

}  // namespace

const std::vector<RecognitionStep>& recognition_steps() {
  using Settings = RecognitionSettings;
  static const std::vector<RecognitionStep> steps = {
      {"length", "", false, [](Settings& s) { s.unit_length = false; },
       [](const Settings& s) { return s.unit_length; }},
      {"quantile", "fit", false, [](Settings& s) { s.fit = QuantileFit::none; },
       [](const Settings& s) { return s.fit != QuantileFit::none; }},
      {"B", "penalty-b", true, [](Settings& s) { s.gallery_penalty = 0; },
       [](const Settings& s) { return s.gallery_penalty > 0; }},
      {"votes", "top", false, [](Settings& s) { s.votes = 1; },
       [](const Settings& s) { return s.votes > 1; }},
      {"C", "penalty-c", true, [](Settings& s) { s.query_penalty = 0; },
       [](const Settings& s) { return s.query_penalty > 0; }}};
  return steps;
}

std::vector<RecognitionAblation> recognition_ablations(const RecognitionSettings& settings,
                                                       bool has_others) {
  std::vector<RecognitionAblation> ablations = {{"none", settings}};
  RecognitionSettings bare = settings;
  for (const RecognitionStep& step : recognition_steps()) {
    const bool is_used = step.is_used(settings);
    step.leave_out(bare);
    if (!is_used || (step.needs_others && !has_others)) continue;
    ablations.push_back({step.name, settings});
    step.leave_out(ablations.back().settings);
  }
  ablations.push_back({"all", bare});
  return ablations;
}

std::string RecognitionVariant::text() const {
  std::vector<std::string> left_out, options;
  for (const RecognitionStep& step : recognition_steps()) {
    if (!step.is_used(settings)) left_out.emplace_back(step.name);
  }
  const bool all = left_out.size() == recognition_steps().size();
  if (all) left_out = {"all"};
  if (!left_out.empty()) options.push_back(fmt::format("without={}", fmt::join(left_out, "+")));
  const auto add = [&](const char* name, const auto& value) {
    options.push_back(fmt::format("{}={}", name, value));
  };
  const RecognitionSettings& s = settings;
  const bool transforms = s.fit != QuantileFit::none;
  if (transforms && s.fit != paper.fit) add("fit", word_of(fits, s.fit));
  if (transforms && s.quantiles != paper.quantiles) add("quantiles", s.quantiles);
  if (s.gallery_penalty > 0 && s.gallery_penalty != paper.gallery_penalty) {
    add("penalty-b", s.gallery_penalty);
  }
  if (s.query_penalty > 0 && s.query_penalty != paper.query_penalty) {
    add("penalty-c", s.query_penalty);
  }
  if (s.votes > 1 && s.votes != paper.votes) add("top", s.votes);
  if (s.score != paper.score) add("vote", word_of(vote_scores, s.score));
  if (s.ensemble != paper.ensemble) add("ensemble", word_of(ensembles, s.ensemble));
  if (others_are_queries) add("others", word_of(others, true));
  if (asked_classes_only) add("classes", word_of(classes_of_gallery, true));
  return fmt::format("{}", fmt::join(options, ","));
}

bool RecognitionVariant::fits_on_queries() const {
  return settings.fit == QuantileFit::queries ||
         (settings.fit == QuantileFit::others && others_are_queries);
}

bool RecognitionVariant::knows_queries_without_landmark() const {
  return others_are_queries && settings.gallery_penalty + settings.query_penalty > 0;
}

RecognitionVariant recognition_variant(
    const std::vector<std::pair<std::string, std::string>>& options, std::string_view dashes) {
  RecognitionVariant variant;
  const auto shown = [&](const std::string& name) { return fmt::format("{}{}", dashes, name); };
  const auto is_given = [&](std::string_view name) {
    return std::any_of(options.begin(), options.end(),
                       [&](const auto& option) { return option.first == name; });
  };
  for (const auto& [name, value] : options) {
    if (std::find(option_names.begin(), option_names.end(), name) == option_names.end()) {
      refuse(fmt::format("there is no option '{}' of recognition{}; there are {}", name,
                         suggestion(name, option_names), fmt::join(option_names, ", ")));
    }
    set(variant, name, {shown(name), value});
  }
  for (const auto& [name, value] : options) {
    if (name != "without") continue;
    for (const RecognitionStep* step : steps_named({shown(name), value})) {
      if (is_given(step->option)) {
        refuse(fmt::format("option '{}' is of no use '{} {}'", shown(step->option), shown(name),
                           step->name));
      }
      step->leave_out(variant.settings);
    }
  }
  if (variant.settings.fit == QuantileFit::none && is_given("quantiles")) {
    refuse(
        fmt::format("option '{}' is of no use without the quantile transform", shown("quantiles")));
  }
  return variant;
}

RecognitionVariant parse_recognition_variant(const std::string& text) {
  return recognition_variant(parse_spec("recognition:" + text).settings);
}

}  // namespace hashlab
