// A results folder of which anything is damaged, cells as whole files of other content, is a page,
// a table, a comparison or a status, or an Error. The first byte of the input chooses which, the
// rest is a list of damages.
#include "experiments/commands/commands.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/files/sha256.h"
#include "results/record/record.h"
#include "tests/fuzz/fuzz_folder.h"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using hashlab::results::CellRecord;

/// A cell's file; `bytes` are of the record unless it was changed.
struct File {
  std::string bytes;
  std::optional<CellRecord> record;
  bool is_changed = false;
};

/// A results folder in pieces: lines of the manifest, files of cells and their names.
struct Results {
  std::vector<std::string> lines, names;
  std::vector<File> cells;
};

CellRecord record_of(const hashlab::experiments::Cell& cell) {
  CellRecord r;
  r.recipe = cell.recipe;
  r.key = cell.key;
  r.dataset = "tiny";
  r.split = cell.split;
  r.hasher = cell.method.name();
  r.groundtruth = "epsilon";
  r.bits = cell.bits;
  r.run = cell.run;
  r.dataset_rows = 48;
  r.provenance = {{"version", "0"}, {"cpu", "none"}};
  r.facts = {{"test-queries", 2}, {"test-database", 3}, {"relevant-mean", 1}};
  r.metrics = {{"auprc", 0.1 * static_cast<double>(cell.run)}};
  r.seconds = {{"learn-projection", 1}, {"encode", 2}};
  r.split_checksum = std::string(64, '0');
  r.fitted = {{"mean", {0, 1, 5}}, {"projection", {0, 5}}, {"thresholds", {0, 5}}};
  if (const hashlab::experiments::Grid* grid = cell.method.grid()) {
    r.choice = grid->points.front().hasher->name;
    for (const auto& point : grid->points) r.validation[point.hasher->name] = 0.5;
  }
  r.counts.n_queries = 2;
  if (cell.bits) {
    r.counts.distances = hashlab::CodeDistances{9};
    r.counts.all.assign(18, 0);
    r.counts.relevant.assign(18, 0);
    for (const std::size_t i : {0U, 3U, 8U, 9U, 10U, 17U}) r.counts.all[i] = i % 2 == 0 ? 1 : 2;
    for (const std::size_t i : {0U, 17U}) r.counts.relevant[i] = 1;
  } else {
    r.counts.all = {1, 2, 1, 1, 1};
    r.counts.relevant = {1, 0, 0, 1, 0};
    r.counts.distances = hashlab::RealDistances{.offsets = {0, 2, 5},
                                                .pooled_radius = {0, 1, 2},
                                                .pooled_all = {1, 3, 2},
                                                .pooled_relevant = {1, 0, 1}};
  }
  if (cell.run == 1) r.curves = hashlab::results::cell_curves(r.counts);
  return r;
}

Results whole_results() {
  const hashlab::experiments::Suite suite = hashlab::experiments::parse_suite(
      "name = tiny\ndataset = tiny\ngroundtruth = epsilon:neighbours=2\nhasher = pca+sbq\n"
      "grid = pca+npq: beta=1,2\nreference = cosine\nbits = 8\n"
      "runs = 2\nsplit = literature\nsplit = improved\nmetric = auprc\nmetric = map\n"
      "test-queries = 2\nvalidation-queries = 2\nvalidation-database = 3\ntraining = 20\n",
      "suite", {});
  const hashlab::experiments::DatasetFacts dataset{"tiny", std::string(64, '1'), 48, 8};
  const std::vector<hashlab::experiments::Cell> cells = plan_cells(suite, dataset);
  const hashlab::experiments::ResultsFolder folder{fuzz_folder("whole")};
  write_manifest(folder, suite, dataset, cells);
  Results results;
  std::istringstream manifest(hashlab::read_file(folder.manifest()));
  for (std::string line; std::getline(manifest, line);) results.lines.push_back(line + "\n");
  for (const hashlab::experiments::Cell& cell : cells) {
    results.names.push_back(cell.file);
    write_cell(folder.cell_path(cell), record_of(cell));
    results.cells.push_back({hashlab::read_file(folder.cell_path(cell)), record_of(cell)});
  }
  return results;
}

double take_number(FuzzInput& input) {
  const std::size_t kind = input.byte();
  if (kind < 128) return static_cast<double>(kind);
  if (kind < 192) return 1 / static_cast<double>(kind - 127);
  std::uint8_t bytes[8];
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(input.byte());
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::string take_bytes(FuzzInput& input) {
  std::string text;
  for (std::size_t left = input.byte() % 64; left > 0; --left) {
    text += static_cast<char>(input.byte());
  }
  return text;
}

void change_text(CellRecord& cell, FuzzInput& input) {
  std::string* const texts[] = {&cell.dataset, &cell.split,          &cell.hasher,
                                &cell.choice,  &cell.groundtruth,    &cell.failure,
                                &cell.key,     &cell.split_checksum, &cell.provenance["version"]};
  std::string& text = *texts[input.byte() % std::size(texts)];
  text = take_bytes(input);
  text.resize(std::min(text.size(), std::strlen(text.c_str())));  // HDF5's texts end there
}

void change_counts(CellRecord& cell, FuzzInput& input) {
  hashlab::RankCounts& counts = cell.counts;
  const std::size_t rows = 1 + input.byte() % 4, distances = 1 + input.byte() % 40;
  if (!counts.real_valued()) {
    counts.n_queries = rows;
    counts.distances = hashlab::CodeDistances{distances};
    counts.all.resize(rows * distances);
    counts.relevant.resize(rows * distances);
  }
  for (std::size_t left = input.byte() % 8; left > 0; --left) {
    auto& list = input.byte() % 2 == 0 ? counts.all : counts.relevant;
    list[input.byte() % list.size()] =
        static_cast<std::uint32_t>(input.byte() << input.byte() % 32);
  }
}

void damage(Results& results, FuzzInput& input) {
  const std::size_t kind = input.byte() % 12;
  if (results.lines.empty()) return;
  const std::size_t a = input.byte(), b = input.byte();
  std::string& line = results.lines[a % results.lines.size()];
  File& file = results.cells[a % results.cells.size()];
  if (kind == 0) std::swap(line, results.lines[b % results.lines.size()]);
  if (kind == 1) line.clear();
  if (kind == 2) line += line;
  if (kind == 3) line.replace(std::min(b, line.size()), input.byte() % 4, take_bytes(input));
  if (kind == 4) file.record.reset();
  if (kind == 5) std::swap(file, results.cells[b % results.cells.size()]);
  std::optional<CellRecord>& cell = file.record;
  if (kind < 6 || !cell) return;
  file.is_changed = true;
  if (kind == 6) change_text(*cell, input);
  if (kind == 7) {
    cell->bits = hashlab::results::bits_from_stored(b % 16);
    cell->run = 1 + b / 16;
  }
  if (kind == 8) cell->metrics[b % 2 == 0 ? "auprc" : "map"] = take_number(input);
  if (kind == 9) cell->facts[b % 2 == 0 ? "test-queries" : "code-bits"] = take_number(input);
  if (kind == 10) cell->seconds[b % 2 == 0 ? "encode" : "rank"] = take_number(input);
  if (kind == 11) change_counts(*cell, input);
}

std::string written(const Results& results) {
  const hashlab::experiments::ResultsFolder folder{fuzz_folder("results")};
  std::filesystem::create_directories(folder.cells());
  std::string manifest;
  for (const std::string& line : results.lines) manifest += line;
  hashlab::write_file(folder.manifest(), manifest);
  for (std::size_t i = 0; i < results.cells.size(); ++i) {
    const std::string path = folder.cells() + "/" + results.names[i];
    const File& file = results.cells[i];
    if (!file.record) {
      std::filesystem::remove(path);
    } else if (file.is_changed) {
      write_cell(path, *file.record);
    } else {
      hashlab::write_file(path, file.bytes);
    }
  }
  return folder.path;
}

void run(const hashlab::experiments::Command& command, const std::vector<std::string>& words) {
  try {
    command.run(hashlab::experiments::Arguments(command, words));
  } catch (const hashlab::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Results whole = whole_results();
  FuzzInput input(data, size);
  const std::size_t verb = input.byte() % 5;
  Results results = whole;
  for (int left = 16; left > 0 && !input.rest().empty(); --left) damage(results, input);
  const std::string folder = written(results);
  if (verb == 0) {
    run(hashlab::experiments::report_command(),
        {folder, "--out", fuzz_folder("page") + "/report.html"});
  }
  if (verb == 1) run(hashlab::experiments::table_command(), {folder, "--letters"});
  if (verb == 2) run(hashlab::experiments::compare_command(), {folder});
  if (verb == 3) run(hashlab::experiments::compare_command(), {folder, "--by", "hasher"});
  if (verb == 4) run(hashlab::experiments::status_command(), {folder});
  return 0;
}
