#include "experiments/suite/results_folder.h"

#include "experiments/suite/balance.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/input_file.h"
#include "lib/files/sealed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

namespace hashlab::experiments {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  return fields;
}

// The first line of a manifest, which ends with its checksum.
constexpr const char* manifest_head = "hashlab results\t2\n";

constexpr const char* suite_head =
    "# Written by 'hashlab run': the suite of these results with every key.\n";

/// Refuses to replace a file that has the name of a manifest and is not one. Any manifest is
/// replaced by the next run.
void check_earlier_manifest(const ResultsFolder& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder.manifest(), ignored)) return;
  const std::string text = InputFile(folder.manifest(), InputFile::Use::own).text(0, 4096);
  if (text.starts_with("hashlab results")) return;
  refuse(fmt::format("{}: is there already and is no list of results: name another folder by --out",
                     folder.manifest()));
}

/// True if the existing suite.ini has the same settings and can stay. Refuses to replace a file
/// that no run wrote, or the file from which this run read its suite.
bool check_earlier_suite(const ResultsFolder& folder, const std::string& path, const Suite& suite) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return false;
  const bool is_suite_read = is_input(path);  // by the command that runs it
  const InputFile file(path, InputFile::Use::own);
  const std::string text = file.text(0, file.size());
  try {
    if (suite_text(parse_suite(text, path, {})) == suite_text(suite)) return true;
  } catch (const Error&) {  // no valid suite
  }
  if (is_suite_read) {
    refuse(
        fmt::format("{}: is read from, and would be replaced by what '--set' made of it: name "
                    "another folder by --out",
                    path));
  }
  const bool has_results = std::filesystem::exists(folder.manifest(), ignored);
  if (has_results || text.starts_with(suite_head)) return false;
  refuse(
      fmt::format("{}: is there already and was not written by a run: name another folder by "
                  "--out",
                  path));
}

[[noreturn]] void fail_without_results(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    fail_in(ErrorCode::not_found, path,
            "is a file, expected a folder of results that 'hashlab run' wrote; 'hashlab evaluate' "
            "scores codes, and 'hashlab import' makes a data set of features");
  }
  throw Error(ErrorCode::not_found,
              fmt::format("{}: holds no results (no manifest.tsv); make some with 'hashlab run "
                          "SUITE.ini --out {}'",
                          path, path));
}

}  // namespace

std::string ResultsFolder::name() const {
  const std::filesystem::path whole(path);
  const std::filesystem::path last =
      whole.has_filename() ? whole.filename() : whole.parent_path().filename();
  return results::name_in_direction(last.string(), direction);
}

void write_manifest(const ResultsFolder& folder, const Suite& suite, const DatasetFacts& dataset,
                    const std::vector<Cell>& cells,
                    const std::optional<splits::SplitSizes>& sizes) {
  const std::string suite_path = folder.path + "/suite.ini";
  check_earlier_manifest(folder);
  const bool keep_suite = check_earlier_suite(folder, suite_path, suite);
  make_writable_folder(folder.cells());
  // Everything that is read back is in one file, so a failed write leaves the last run intact.
  std::string text = manifest_head;
  Suite kept = suite;
  kept.sizes = sizes.value_or(suite.sizes);
  if (suite.ground_truth.by_class()) {
    kept.balance = has_balanced_parts(suite, dataset) ? Balance::by_class : Balance::none;
  }
  std::istringstream lines(suite_text(kept));
  for (std::string line; std::getline(lines, line);) text += fmt::format("suite\t{}\n", line);
  text += fmt::format("dataset\t{}\t{}\t{}\t{}\n", dataset.name, dataset.checksum, dataset.size,
                      dataset.dimensions);
  for (const Cell& cell : cells) text += fmt::format("cell\t{}\t{}\n", cell.key, cell.file);
  rewrite_file(folder.manifest(), sealed_text(text));
  if (!keep_suite) rewrite_file(suite_path, suite_head + suite_text(suite));
}

std::vector<ResultsFolder> results_folders(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(ResultsFolder{path}.manifest(), ignored)) return {{path}};
  std::vector<ResultsFolder> folders;
  for (const auto& entry : fs::directory_iterator(path, ignored)) {
    const ResultsFolder folder{entry.path().string()};
    if (fs::exists(folder.manifest(), ignored)) folders.push_back(folder);
  }
  if (folders.empty()) fail_without_results(path);
  std::sort(folders.begin(), folders.end(),
            [](const ResultsFolder& a, const ResultsFolder& b) { return a.path < b.path; });
  return folders;
}

namespace {

/// The manifest of a folder with the cells of all directions.
Manifest read_whole_manifest(const ResultsFolder& folder) {
  const std::string path = folder.manifest();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) fail_without_results(folder.path);
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}; run the suite again", path, what));
  };
  const std::string text = read_file(path);
  if (!text.starts_with(manifest_head)) fail("is of another version of hashlab, or damaged");
  const std::optional<std::string> body = body_of_sealed_text(text);
  if (!body) fail("is damaged: it does not fit its checksum");
  std::istringstream in(*body);
  std::string line, suite;
  std::getline(in, line);  // skips the head
  const std::string head = "suite\t";
  while (std::getline(in, line) && line.starts_with(head)) suite += line.substr(head.size()) + "\n";
  if (suite.empty()) fail("does not begin with the suite");
  Manifest manifest{parse_suite(suite, path, {}), {}, {}};
  // Earlier versions balanced parts with every label-based ground truth, and did not record it.
  Balance& balance = manifest.suite.balance;
  if (manifest.suite.ground_truth.by_class() && balance == Balance::automatic) {
    balance = Balance::by_class;
  }
  const std::vector<std::string> data = fields_of(line);
  try {
    if (data.size() != 5 || data[0] != "dataset") throw std::invalid_argument("dataset");
    manifest.dataset = {data[1], data[2], std::stoul(data[3]), std::stoul(data[4])};
    manifest.cells = list_cells(manifest.suite);
  } catch (const std::logic_error&) {  // from stoul, or from the throw above
    fail(fmt::format("has '{}' where the data set is expected", line.substr(0, 80)));
  }
  // The suite determines the cells, but their keys and file names are those of the list, because a
  // method may have another version since.
  for (Cell& cell : manifest.cells) {
    const std::vector<std::string> fields =
        std::getline(in, line) ? fields_of(line) : std::vector<std::string>{};
    if (fields.size() != 3 || fields[0] != "cell" || fields[1].size() != 64 ||
        fields[2].find('/') != std::string::npos || !fields[2].ends_with(".h5")) {
      fail("does not list the cells of its suite");
    }
    cell.key = fields[1];
    cell.file = fields[2];
  }
  if (std::getline(in, line)) fail("lists more than the cells of its suite");
  return manifest;
}

}  // namespace

std::vector<ResultsFolder> by_direction(const ResultsFolder& folder) {
  const Suite suite = read_whole_manifest(folder).suite;
  std::vector<ResultsFolder> folders;
  for (const results::Direction& direction : all_directions(suite)) {
    folders.push_back({folder.path, direction});
  }
  return folders;
}

std::vector<ResultsFolder> results_by_direction(const std::string& path) {
  std::vector<ResultsFolder> all;
  for (const ResultsFolder& folder : results_folders(path)) {
    for (ResultsFolder& one : by_direction(folder)) all.push_back(std::move(one));
  }
  return all;
}

Manifest read_manifest(const ResultsFolder& folder) {
  Manifest manifest = read_whole_manifest(folder);
  const results::Direction& direction = folder.direction;
  if (direction.empty()) return manifest;
  std::erase_if(manifest.cells, [&](const Cell& cell) { return cell.direction != direction; });
  std::erase_if(manifest.suite.methods,
                [&](const Method& method) { return !takes(method, direction); });
  manifest.suite.directions = {{direction.query, direction.database, ""}};
  manifest.suite.database_codes = {direction.codes};
  manifest.direction = direction;
  return manifest;
}

}  // namespace hashlab::experiments
