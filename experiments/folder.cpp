#include "experiments/folder.h"

#include "lib/error.h"
#include "lib/files.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

namespace hashlab {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  return fields;
}

}  // namespace

void write_manifest(const ResultsFolder& folder, const Suite& suite, const DatasetFacts& dataset,
                    const std::vector<Cell>& cells) {
  make_writable_folder(folder.cells());
  write_file(folder.path + "/suite.ini", suite_text(suite));
  std::string text = fmt::format("dataset\t{}\t{}\t{}\t{}\n", dataset.name, dataset.checksum,
                                 dataset.size, dataset.dimensions);
  for (const Cell& cell : cells) text += fmt::format("cell\t{}\t{}\n", cell.key, cell.file);
  write_file(folder.path + "/manifest.tsv", text);
}

Manifest read_manifest(const ResultsFolder& folder) {
  const std::string path = folder.path + "/manifest.tsv";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: holds no results (no manifest.tsv); make some with 'hashlab run "
                            "SUITE.ini --out {}'",
                            folder.path, folder.path));
  }
  std::istringstream in(read_file(path));
  Manifest manifest{read_suite(folder.path + "/suite.ini", {}), {}, {}};
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> head = fields_of(line);
  try {
    if (head.size() != 5 || head[0] != "dataset") throw std::invalid_argument("head");
    manifest.dataset = {head[1], head[2], std::stoul(head[3]), std::stoul(head[4])};
    manifest.cells = plan_cells(manifest.suite, manifest.dataset);
  } catch (const std::logic_error&) {  // stoul's errors
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: line 1 is '{}', expected the data set; run the suite again", path,
                            line.substr(0, 80)));
  }
  // The cells follow from the suite. If they are not those listed, a method's version has changed
  // since, and what is on disk is described by the list.
  for (Cell& cell : manifest.cells) {
    const std::vector<std::string> fields =
        std::getline(in, line) ? fields_of(line) : std::vector<std::string>{};
    if (fields.size() != 3 || fields[0] != "cell" || fields[1].size() != 64 ||
        fields[2].find('/') != std::string::npos) {
      throw Error(
          ErrorCode::corrupt_file,
          fmt::format("{}: does not list the cells of suite.ini; run the suite again", path));
    }
    cell.key = fields[1];
    cell.file = fields[2];
  }
  return manifest;
}

}  // namespace hashlab
