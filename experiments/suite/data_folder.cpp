#include "experiments/suite/data_folder.h"

#include "experiments/suite/balance.h"
#include "lib/data/query_lists.h"
#include "lib/error.h"
#include "lib/options.h"
#include "lib/relevance/list_relevance.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

bool learns_from_neighbours(const hashers::Hasher& hasher) {
  return hasher.learner().supervision() == hashers::Supervision::neighbours ||
         (hasher.quantiser && hasher.quantiser->supervision() == hashers::Supervision::neighbours);
}

/// Refuses scores that the data set or the splits do not allow.
void check_scores(const Suite& suite, const Dataset& dataset, const std::string& path) {
  results::ScoredData data{path, dataset.labels, needs_lists(suite), ""};
  for (const std::string& split : suite.splits) {
    const splits::SplitInfo info = splits::make_split(split).strategy->info();
    if (data.split_of_queries.empty() && (info.leave_one_out || info.needs_lists)) {
      data.split_of_queries = split;
    }
  }
  for (const auto& score : suite.scores) {
    if (const std::string why = score->misfit(data); !why.empty()) refuse(why);
  }
}

/// Refuses splits and ground truths that need lists that the data set does not have.
void check_lists(const Suite& suite, const Dataset& dataset, const std::string& path) {
  for (const std::string& split : suite.splits) {
    if (!dataset.lists.empty() || !splits::make_split(split).strategy->info().needs_lists) continue;
    refuse(
        fmt::format("{}: has no '/query/row', which split = {} uses: store the lists of who is "
                    "relevant, or name another strategy",
                    path, split));
  }
  const ListTruth* truth = suite.ground_truth.lists();
  if (truth == nullptr) return;
  const std::string missing = missing_list(dataset.lists, *truth);
  if (!missing.empty()) {
    refuse(
        fmt::format("{}: has no '{}', which groundtruth = {} needs: store it, or use another "
                    "ground truth or level",
                    path, missing, suite.ground_truth.recipe()));
  }
  if (!dataset.labels.empty()) return;
  for (const Method& method : suite.methods) {
    if (method.is_auto()) {
      refuse(
          fmt::format("{}: has no '/labels', by which auto chooses with groundtruth = lists: leave "
                      "out hasher = auto, or use groundtruth = epsilon",
                      path));
    }
    if (method.grid() != nullptr) {
      refuse(
          fmt::format("{}: has no '/labels', by which grids are chosen with groundtruth = lists: "
                      "leave out grid = {}, or use groundtruth = epsilon",
                      path, method.grid()->text()));
    }
    const hashers::Hasher* hasher = method.base();
    if (hasher == nullptr || !learns_from_neighbours(*hasher)) continue;
    refuse(
        fmt::format("{}: has no '/labels', by which rows are neighbours with groundtruth = lists, "
                    "and hasher = {} learns from neighbours",
                    path, hasher->name));
  }
}

}  // namespace

std::string data_folder(const std::string& given) {
  if (!given.empty()) return given;
  const char* set = std::getenv("HASHLAB_DATA");
  return set != nullptr && *set != '\0' ? set : "data";
}

const std::vector<std::string>& embedded_datasets() {
  static const std::vector<std::string> names = {"pictures", "pictures-multi", "pictures-tags",
                                                 "synthetic"};
  return names;
}

std::string find_dataset(const std::string& dataset, const std::string& folder) {
  const fs::path base =
      dataset.find('/') == std::string::npos ? fs::path(folder) / dataset : fs::path(dataset);
  std::error_code ignored;
  for (const fs::path& path : {base, fs::path(base.string() + ".h5")}) {
    if (!fs::is_regular_file(path, ignored)) continue;
    dataset_name(path.string());  // refuses names that tables cannot contain, before any work
    return path.string();
  }
  std::vector<std::string> there;
  if (fs::is_directory(base.parent_path(), ignored)) {
    for (const auto& entry : fs::directory_iterator(base.parent_path(), ignored)) {
      if (entry.path().extension() == ".h5") there.push_back(entry.path().stem().string());
    }
  }
  const std::string name = base.stem().string();
  const std::vector<std::string>& embedded = embedded_datasets();
  const bool made = std::find(embedded.begin(), embedded.end(), name) != embedded.end();
  throw Error(
      ErrorCode::not_found,
      fmt::format("{}: there is no such data set{}; name its folder with --data, make one of your "
                  "files with 'hashlab import', or make {} with 'hashlab make-data{}'",
                  base.string(), suggestion(name, there), made ? "it" : "an embedded one",
                  made && name != embedded.front() ? " " + name : ""));
}

std::string unnamed_ground_truth(const std::string& path, const std::string& key) {
  return fmt::format(
      "{0}: has labels, but no ground truth is named: add '{1}class' if items that share a class "
      "with the query are relevant, as in most papers, or '{1}epsilon' if its nearest items by "
      "features are, whatever their labels",
      path, key);
}

Dataset read_dataset_of(const Suite& suite, const std::string& folder, const FeatureRoom& room) {
  const std::string path = find_dataset(suite.dataset, folder);
  const GivenMarks wanted = needs_marks(suite) ? GivenMarks::read : GivenMarks::ignored;
  const GivenLists lists = needs_lists(suite) ? GivenLists::read : GivenLists::ignored;
  Dataset dataset = suite.views.empty() ? read_dataset(path, suite.view, wanted, lists, room)
                                        : read_views(path, suite.views, wanted, lists, room);
  if (!suite.ground_truth_given && !dataset.labels.empty()) {
    refuse(unnamed_ground_truth(path, "groundtruth = "));
  }
  if (suite.ground_truth.by_class() && dataset.labels.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: has no '/labels', which groundtruth = class needs: import it again with "
                    "--labels FILE, or use groundtruth = epsilon",
                    path));
  }
  for (const std::string& split : suite.splits) {
    if (!dataset.labels.empty() || !splits::make_split(split).strategy->info().needs_labels)
      continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: has no '/labels', which split = {} needs", path, split));
  }
  for (const std::string& split : suite.splits) {
    if (!dataset.marks.empty() || !splits::make_split(split).strategy->info().needs_marks) continue;
    refuse(
        fmt::format("{}: has no '/split', which split = {} uses: import the data set by "
                    "train=FILE test=FILE, or name another strategy",
                    path, split));
  }
  check_lists(suite, dataset, path);
  check_scores(suite, dataset, path);
  for (const Method& method : suite.methods) {
    const hashers::Hasher* hasher = method.base();
    if (!dataset.labels.empty() || hasher == nullptr || !hasher->learner().needs_labels()) {
      continue;
    }
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: has no '/labels', which hasher = {} learns from", path, hasher->name));
  }
  return dataset;
}

DatasetFacts facts_of(const Dataset& dataset) {
  return {dataset.name,
          dataset.checksum,
          dataset.size(),
          dataset.dimensions(),
          dataset.marks,
          dataset.views,
          evenly_drawable_rows(dataset.labels),
          dataset.lists.empty() ? "" : checksum_of(dataset.lists)};
}

}  // namespace hashlab::experiments
