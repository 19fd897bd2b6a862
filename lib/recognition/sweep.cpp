#include "lib/recognition/sweep.h"

#include "lib/error.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlab {
namespace {

constexpr std::string_view of_all = "global-ap", of_landmarks = "global-ap-landmarks",
                           change = "change-";

std::size_t single_number(const SweepPart& part, std::size_t least, std::size_t most) {
  if (part.values.size() == 1) return sweep_counts(part, "recognition", least, most).front();
  refuse(fmt::format("option 'recognition': '{}' has {} values, expected one", part.text,
                     part.values.size()));
}

std::vector<std::int32_t> classes(const SweepPart& part) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  std::vector<std::int32_t> found;
  for (const std::uint64_t label : sweep_counts(part, "recognition", 0, most)) {
    found.push_back(static_cast<std::int32_t>(label));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<RecognitionVariant> variants(const SweepPart& part) {
  std::vector<RecognitionVariant> found = {{}};
  const auto add = [&](const RecognitionVariant& variant) {
    const bool known = std::any_of(found.begin(), found.end(), [&](const RecognitionVariant& v) {
      return v.text() == variant.text();
    });
    if (known) {
      const std::string text = variant.text();
      refuse(fmt::format("option 'recognition': '{}' has {} twice", part.text,
                         text.empty() ? "the paper's pipeline" : "'" + text + "'"));
    }
    found.push_back(variant);
  };
  for (const std::string& value : part.values) {
    if (value != "steps") {
      add(parse_recognition_variant(value));
      continue;
    }
    for (const RecognitionStep& step : recognition_steps()) {
      add(recognition_variant({{"without", step.name}}));
    }
    add(recognition_variant({{"without", "all"}}));
  }
  return found;
}

std::string with_brackets(std::string_view name, const RecognitionVariant& variant) {
  const std::string text = variant.text();
  return text.empty() ? std::string(name) : fmt::format("{}[{}]", name, text);
}

}  // namespace

bool RecognitionSweep::shows_landmark(std::int32_t label) const {
  return !std::binary_search(no_landmark.begin(), no_landmark.end(), label);
}

std::string RecognitionSweep::text() const {
  if (empty()) return "";
  std::string text = fmt::format("no-landmark:{}", fmt::join(no_landmark, "/"));
  if (models > 1) text += fmt::format(" models:{}", models);
  if (others > 0) text += fmt::format(" others:{}", others);
  std::vector<std::string> names;
  for (std::size_t v = 1; v < variants.size(); ++v) names.push_back(variants[v].text());
  if (!names.empty()) text += fmt::format(" vary:{}", fmt::join(names, "/"));
  return text;
}

RecognitionSweep parse_recognition_sweep(std::string_view text) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  RecognitionSweep sweep;
  const std::vector<SweepPart> parts =
      sweep_parts(text, "recognition", {"no-landmark", "models", "others", "vary"},
                  "no-landmark:CLASS/CLASS, models:COUNT, others:COUNT and vary:PIPELINE/PIPELINE");
  for (const SweepPart& part : parts) {
    if (part.name == "no-landmark") sweep.no_landmark = classes(part);
    if (part.name == "models") sweep.models = single_number(part, 1, 1024);
    if (part.name == "others") sweep.others = single_number(part, 1, most);
    if (part.name == "vary") sweep.variants = variants(part);
  }
  if (!parts.empty() && sweep.empty()) {
    refuse(
        "option 'recognition' lacks the classes of rows that show no landmark, such as "
        "no-landmark:11");
  }
  if (sweep.variants.empty()) sweep.variants = {{}};
  return sweep;
}

std::string recognition_score(const RecognitionVariant& variant, bool landmarks_only) {
  return with_brackets(landmarks_only ? of_landmarks : of_all, variant);
}

std::string recognition_change(const RecognitionVariant& variant, bool landmarks_only) {
  return fmt::format("{}{}", change, recognition_score(variant, landmarks_only));
}

std::optional<RecognitionName> recognition_name(const std::string& name) {
  RecognitionName found;
  std::string rest = name;
  found.is_change = rest.starts_with(change);
  if (found.is_change) rest.erase(0, change.size());
  const std::size_t bracket = rest.find('[');
  const std::string score = rest.substr(0, bracket);
  const bool landmarks_only = score == of_landmarks;
  if (!landmarks_only && score != of_all) return {};
  if (bracket != rest.npos) {
    if (!rest.ends_with(']')) return {};
    try {
      found.variant =
          parse_recognition_variant(rest.substr(bracket + 1, rest.size() - bracket - 2));
    } catch (const Error&) {
      return {};
    }
  }
  if (recognition_score(found.variant, landmarks_only) != rest) return {};
  const std::string variant = found.variant.text();
  if (found.is_change && variant.empty()) return {};
  const std::string of = landmarks_only ? "queries that show a landmark" : "all queries";
  found.definition = fmt::format(
      "global average precision of the landmarks recognised in {}, by the pipeline of "
      "Henkel & Singer{}",
      of, variant.empty() ? "" : " with " + variant);
  if (found.is_change) {
    found.definition = fmt::format("{} less {}; from -1 to 1: {}", rest,
                                   recognition_score({}, landmarks_only), found.definition);
  }
  return found;
}

}  // namespace hashlab
