#include "experiments/site/gather_site.h"

#include "experiments/site/folder_source.h"
#include "experiments/site/kept_source.h"
#include "experiments/site/known_parts.h"
#include "experiments/site/retrieved_pictures.h"
#include "experiments/suite/results_folder.h"
#include "lib/error.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

/// The folder experiments/suites or docs/research of the source tree in which the first CSV is
/// archived; empty if there is none.
std::string beside(const std::vector<std::string>& csvs, const std::string& folder) {
  for (const std::string& csv : csvs) {
    std::error_code ignored;
    const fs::path place = fs::absolute(csv, ignored).lexically_normal().parent_path();
    const fs::path found = (place / ".." / ".." / folder).lexically_normal();
    if (fs::is_directory(found, ignored)) return found.string();
  }
  return "";
}

/// The last part of a path that names something.
std::string last_part(const std::string& path) {
  std::error_code ignored;
  fs::path whole = fs::absolute(path, ignored).lexically_normal();
  if (whole.filename().empty()) whole = whole.parent_path();
  return whole.filename().string();
}

std::string free_name(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (std::size_t n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}-{}", wanted, n);
  return name;
}

}  // namespace

SitePaths site_paths(const std::vector<std::string>& paths) {
  SitePaths found;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      if (!path.ends_with(".csv")) {
        throw Error(ErrorCode::not_found,
                    fmt::format("'{}': expected a results folder, a CSV, or a folder of these",
                                visible_text(path)));
      }
      found.csvs.push_back(path);
      continue;
    }
    std::vector<std::string> csvs;
    for (const auto& entry : fs::directory_iterator(path, ignored)) {
      if (entry.path().extension() == ".csv" && entry.is_regular_file(ignored)) {
        csvs.push_back(entry.path().string());
      }
    }
    std::sort(csvs.begin(), csvs.end());
    const bool has_manifest = fs::exists(path + "/manifest.tsv", ignored);
    if (csvs.empty() || has_manifest) {
      results_folders(path);  // or an error that says what is missing
      found.folders.push_back(path);
    } else {
      found.csvs.insert(found.csvs.end(), csvs.begin(), csvs.end());
    }
  }
  return found;
}

results::SiteData gather_site(const SiteRequest& request) {
  const SitePaths paths = site_paths(request.paths);
  const std::string suites = request.suites.value_or(beside(paths.csvs, "experiments/suites"));
  const std::string notes = request.notes.value_or(beside(paths.csvs, "docs/research"));
  results::SiteData site;
  site.title = request.title;
  site.version = request.version;
  if (!suites.empty()) add_dataset_notes(suites, site);
  add_kept(paths.csvs, suites, notes, site);
  std::set<std::string> taken;
  for (const results::SiteStudy& study : site.studies) taken.insert(study.name);
  for (const std::string& path : paths.folders) {
    const std::vector<ResultsFolder> folders = results_folders(path);
    const bool single = folders.size() == 1 && folders.front().path == path;
    const std::string wanted = single ? read_manifest(folders.front()).suite.name : last_part(path);
    const std::string study = free_name(wanted, taken);
    for (const ResultsFolder& folder : folders) {
      const std::string part = single ? "" : last_part(folder.path);
      for (const ResultsFolder& direction : by_direction(folder)) {
        add_folder(direction, study, part, request.data, request.threads, site);
        if (request.pictures) add_pictures(direction, study, *request.data, site);
      }
    }
  }
  add_known_parts(site);
  return site;
}

}  // namespace hashlab::experiments
