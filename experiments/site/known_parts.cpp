#include "experiments/site/known_parts.h"

#include "experiments/gather/study_results.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "results/site/csv_table.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace hashlab::experiments {
namespace {

template <typename Method>
void add_parts(const std::vector<std::unique_ptr<Method>>& methods, results::SiteData& site) {
  for (const auto& method : methods) {
    const hashers::MethodInfo info = method->info();
    results::SitePart part{info.name,
                           info.summary,
                           info.source,
                           info.cost,
                           hashers::supervision_name(method->supervision()),
                           {}};
    Options options;
    method->describe(options);
    for (const Option& option : options.all()) {
      const std::string when = option.used_when();
      part.settings.push_back(
          {option.name, option.default_value, option.allowed,
           when.empty() ? option.help : fmt::format("{} ({})", option.help, when)});
    }
    site.parts.push_back(std::move(part));
  }
}

/// The value of "dataset = NAME" in a profile, and the comment above it.
void add_profile(const std::string& text, results::SiteData& site) {
  std::string comment, dataset;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("# ") && dataset.empty()) {
      comment += (comment.empty() ? "" : " ") + line.substr(2);
    } else if (line.starts_with("dataset = ")) {
      dataset = line.substr(10);
    }
  }
  if (!dataset.empty() && !comment.empty()) {
    std::string& known = site.dataset_notes[results::plain_dataset(dataset)].text;
    if (known.empty()) known = comment;
  }
}

}  // namespace

void add_known_parts(results::SiteData& site) {
  add_parts(hashers::projections::all(), site);
  add_parts(hashers::cross_modal::all(), site);
  add_parts(hashers::quantisers::all(), site);
  add_parts(hashers::projections::rotations(), site);
  add_parts(hashers::quantisers::of_vectors(), site);
  for (const auto& strategy : splits::all_strategies()) {
    const splits::SplitInfo info = strategy->info();
    site.splits.push_back({info.name, fmt::format("{} ({})", info.summary, info.source)});
  }
  std::set<std::string> names;
  for (const results::SiteScore& score : site.scores) names.insert(score.what.metric);
  for (const std::string& name : names) {
    try {
      site.metrics.push_back({name, result_metric(name).definition});
    } catch (const Error&) {
      site.metrics.push_back({name, "recorded by the study under this name"});
    }
  }
}

void add_dataset_notes(const std::string& suites, results::SiteData& site) {
  const std::string path = suites + "/datasets/licences.csv";
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    const results::CsvTable table = results::parse_csv_table(read_text(path), path);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      results::DatasetNote& note = site.dataset_notes[table.field(row, "dataset")];
      note.text = table.field(row, "content");
      note.source = table.field(row, "source");
      note.licence = table.field(row, "licence");
      note.evenly_drawable = table.whole(row, "classes_by_smallest").value_or(0);
    }
  }
  std::vector<std::string> profiles;
  for (const auto& entry : std::filesystem::directory_iterator(suites + "/datasets", ignored)) {
    if (entry.path().extension() == ".ini") profiles.push_back(entry.path().string());
  }
  std::sort(profiles.begin(), profiles.end());
  for (const std::string& profile : profiles) add_profile(read_text(profile), site);
}

}  // namespace hashlab::experiments
