#include "experiments/manual/complete_names.h"

#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/metrics/conventions.h"
#include "lib/metrics/metrics.h"
#include "lib/options.h"
#include "lib/relevance/ground_truth.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace hashlab::experiments {
namespace {

using Suggestion = Completion::Suggestion;

/// A setting behind a colon, and its words if it allows only words.
struct NamedSetting {
  std::string name, help;
  std::vector<std::string> words = {};
};

std::vector<NamedSetting> settings_of(const Options& options) {
  std::vector<NamedSetting> settings;
  for (const Option& option : options.all()) {
    settings.push_back({option.name, option.help, option.choices});
  }
  return settings;
}

template <typename Described>
std::vector<NamedSetting> settings_described_by(Described& described) {
  Options options;
  described.describe(options);
  return settings_of(options);
}

/// The setting that is being typed in "NAME:key=value,key=value".
Completion in_settings(const std::string& typed, const std::vector<NamedSetting>& settings) {
  Completion completion;
  completion.may_continue = true;
  const std::string before = typed.substr(0, typed.find_last_of(":,") + 1);
  const std::string piece = typed.substr(before.size());
  const std::size_t equals = piece.find('=');
  for (const NamedSetting& setting : settings) {
    if (equals == piece.npos) {
      const bool is_given = before.find(":" + setting.name + "=") != before.npos ||
                            before.find("," + setting.name + "=") != before.npos;
      if (!is_given) completion.suggestions.push_back({before + setting.name + "=", setting.help});
    } else if (piece.substr(0, equals) == setting.name) {
      for (const std::string& word : setting.words) {
        completion.suggestions.push_back({fmt::format("{}{}={}", before, setting.name, word), ""});
      }
    }
  }
  return completion;
}

/// The methods named NAME, of any kind.
template <typename Methods>
void add_settings(std::vector<NamedSetting>& settings, const Methods& methods,
                  std::string_view name) {
  for (const auto& method : methods) {
    if (method->info().name != name) continue;
    const std::vector<NamedSetting> more = settings_described_by(*method);
    settings.insert(settings.end(), more.begin(), more.end());
  }
}

/// The projections whose names begin with what is typed, each with a "+".
std::vector<Suggestion> projections_like(const std::string& typed) {
  std::vector<Suggestion> suggestions;
  const auto add = [&](const auto& methods) {
    for (const auto& method : methods) {
      const hashers::MethodInfo info = method->info();
      if (info.name.starts_with(typed)) suggestions.push_back({info.name + "+", info.summary});
    }
  };
  add(hashers::projections::all());
  add(hashers::cross_modal::all());
  add(hashers::projections::rotations());
  return suggestions;
}

Completion hashers_like(const std::string& typed) {
  const std::size_t plus = typed.find('+'), colon = typed.find(':');
  Completion completion;
  completion.may_continue = true;
  std::string projection = typed.substr(0, plus) + "+";
  if (plus == typed.npos) {
    completion.suggestions = projections_like(typed);
    if (std::string_view("auto").starts_with(typed)) {
      completion.suggestions.push_back({"auto", "choose projection, quantiser and settings"});
    }
    if (completion.suggestions.size() != 1 || completion.suggestions.front().word == "auto") {
      return completion;
    }
    projection = completion.suggestions.front().word;  // only its quantiser is open
    completion.suggestions.clear();
  }
  if (colon == typed.npos) {
    const auto add = [&](const auto& methods) {
      for (const auto& method : methods) {
        const hashers::MethodInfo info = method->info();
        completion.suggestions.push_back({projection + info.name, info.summary});
      }
    };
    add(hashers::quantisers::all());
    const auto cross_modal = hashers::cross_modal::all();
    const bool has_one_view =
        std::none_of(cross_modal.begin(), cross_modal.end(),
                     [&](const auto& method) { return method->info().name + "+" == projection; });
    if (has_one_view) add(hashers::quantisers::of_vectors());
    return completion;
  }
  projection.pop_back();
  std::vector<NamedSetting> settings;
  add_settings(settings, hashers::projections::all(), projection);
  add_settings(settings, hashers::cross_modal::all(), projection);
  add_settings(settings, hashers::projections::rotations(), projection);
  const std::string quantiser = typed.substr(plus + 1, colon - plus - 1);
  add_settings(settings, hashers::quantisers::all(), quantiser);
  add_settings(settings, hashers::quantisers::of_vectors(), quantiser);
  return in_settings(typed, settings);
}

Completion splits_like(const std::string& typed) {
  const std::size_t colon = typed.find(':');
  Completion completion;
  completion.may_continue = true;
  for (const auto& strategy : splits::all_strategies()) {
    const splits::SplitInfo info = strategy->info();
    if (colon == typed.npos) completion.suggestions.push_back({info.name, info.summary});
    if (colon != typed.npos && typed.substr(0, colon) == info.name) {
      return in_settings(typed, settings_described_by(*strategy));
    }
  }
  return completion;
}

Completion metrics_like(const std::string& typed) {
  Completion completion;
  completion.may_continue = true;
  std::vector<Metric> metrics = all_metrics();
  for (Metric& graded : graded_metrics()) metrics.push_back(std::move(graded));
  const std::size_t colon = typed.find(':');
  if (colon == typed.npos) {
    for (const Metric& each : metrics) {
      if (each.name.find(':') == each.name.npos) {
        completion.suggestions.push_back({each.name, each.definition});
      }
    }
    completion.suggestions.push_back({"convention:", "as a paper or program defines it"});
    return completion;
  }
  if (typed.starts_with("convention:")) {
    for (const Convention& convention : conventions()) {
      const std::string name = convention.name.substr(0, convention.name.find_first_of("KR"));
      completion.suggestions.push_back({"convention:" + name, convention.source});
    }
    return completion;
  }
  std::vector<NamedSetting> settings;
  try {
    for (const std::string& option : metric(typed.substr(0, colon)).options) {
      const std::size_t equals = std::min(option.find('='), option.size());
      const std::size_t gap = std::min(option.find("  "), option.size());
      settings.push_back(
          {option.substr(0, equals), option.substr(std::min(gap + 2, option.size()))});
    }
  } catch (const Error&) {  // no such metric
  }
  return in_settings(typed, settings);
}

template <typename Truth>
std::vector<NamedSetting> settings_of_truth() {
  Truth truth;
  return settings_of(options_of(truth));
}

Completion ground_truths_like(const std::string& typed) {
  Completion completion;
  completion.may_continue = true;
  const std::string kind = typed.substr(0, typed.find(':'));
  if (kind.size() == typed.size()) {
    completion.suggestions = {{BallTruth::kind, "items within a distance"},
                              {ClassTruth::kind, "items that share a class"},
                              {ListTruth::kind, "items in the lists of the data set"},
                              {NeighbourTruth::kind, "items with the nearest features"}};
    return completion;
  }
  if (kind == BallTruth::kind) return in_settings(typed, settings_of_truth<BallTruth>());
  if (kind == NeighbourTruth::kind) {
    return in_settings(typed, settings_of_truth<NeighbourTruth>());
  }
  if (kind == ListTruth::kind) return in_settings(typed, settings_of_truth<ListTruth>());
  return completion;
}

}  // namespace

std::optional<Completion> names_of(const std::string& placeholder, const std::string& typed) {
  if (placeholder == "HASHER") return hashers_like(typed);
  if (placeholder == "METRIC") return metrics_like(typed);
  if (placeholder == "SPLIT") return splits_like(typed);
  if (placeholder == "G") return ground_truths_like(typed);
  return std::nullopt;
}

}  // namespace hashlab::experiments
