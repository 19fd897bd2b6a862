#include "tests/support/support.h"

#include "lib/data/dataset.h"
#include "lib/data/synthetic.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5_seal.h"
#include "tests/support/skip.h"

#include <fmt/format.h>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace hashlab::testing {
namespace {

namespace fs = std::filesystem;

}  // namespace

int status_of(int waited) {
  return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "hashlab-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Outcome shell(const std::string& command) {
  const TemporaryFolder folder;
  const std::string full =
      fmt::format("({}) > '{}' 2> '{}'", command, folder / "out", folder / "error");
  const int waited = std::system(full.c_str());
  return {status_of(waited), read_file(folder / "out"), read_file(folder / "error")};
}

std::string tiny_suite() {
  return "name = tiny\n"
         "dataset = small\n"
         "groundtruth = epsilon:neighbours=20,samples=50\n"
         "hasher = lsh+sbq\n"
         "hasher = pca+npq\n"
         "hasher = itq+mhq\n"
         "bits = 8\n"
         "runs = 2\n"
         "metric = auprc\n"
         "metric = map\n"
         "test-queries = 40\n"
         "validation-queries = 10\n"
         "validation-database = 50\n"
         "training = 100\n";
}

Rows rows_below(std::size_t n) {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

Dataset small_dataset(std::size_t n, std::size_t d) {
  SyntheticSettings settings;
  settings.n = n;
  settings.d = d;
  settings.classes = 4;
  settings.looks = 3;
  Dataset dataset = make_synthetic(settings);
  dataset.name = "small";
  return dataset;
}

std::string real_data_folder() {
  const char* set = std::getenv("HASHLAB_DATA");
  return set == nullptr ? "" : set;
}

std::string real_data(const std::vector<std::string>& files) {
  const std::string folder = real_data_folder();
  if (folder.empty()) {
    skip("HASHLAB_DATA names no folder of data sets");
    return "";
  }
  for (const std::string& file : files) {
    if (fs::exists(folder + "/" + file)) continue;
    skip("the folder of data sets has no " + file);
    return "";
  }
  return folder;
}

std::size_t entries_of(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string fingerprint(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
    if (entry.is_regular_file()) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (const std::string& path : paths) all += path + " " + sha256(read_file(path)) + "\n";
  return sha256(all);
}

std::vector<std::string> lines_of(const std::string& text) {
  return fields_of(text, '\n');
}

std::vector<std::string> fields_of(const std::string& line, char separator) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
  return fields;
}

std::size_t count_lines(const std::string& text, const std::string& part) {
  const std::vector<std::string> lines = lines_of(text);
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
    return line.find(part) != std::string::npos;
  }));
}

void seal(const std::string& path) {
  const std::string bytes = read_file(path);
  write_file(path, h5_seal(sha256(bytes)) + bytes);
}

}  // namespace hashlab::testing
