// What a cell's file costs: to write, to read for what tables, status and report need of it, and to
// read with its counts. 1,000 queries, 64 bits, as a cell of splits-study on CIFAR-10.
#include "lib/files/sha256.h"
#include "lib/rng.h"
#include "results/record/record.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

namespace {

using namespace hashlab;
using namespace hashlab::results;

CellRecord random_cell() {
  constexpr std::size_t n_queries = 1000, n_distances = 65, n_metrics = 27;
  CellRecord cell;
  cell.recipe = std::string(700, 'r');
  cell.key = sha256(cell.recipe);
  cell.hasher = "itq+sbq";
  cell.split = "improved";
  cell.bits = 64;
  cell.run = 1;
  cell.dataset_rows = 60000;
  Rng rng = Rng(1).stream("bench.cell");
  Rows fitted;
  for (std::uint32_t row = 0; row < 60000; ++row) {
    if (rng.below(30) == 0) fitted.push_back(row);
  }
  cell.fitted["projection"] = std::move(fitted);
  for (std::size_t i = 0; i < n_metrics; ++i) {
    cell.metrics[fmt::format("metric-{}", i)] = 1.0 / static_cast<double>(i + 3);
    cell.facts[fmt::format("fact-{}", i)] = 1.0 / static_cast<double>(i + 7);
  }
  for (std::size_t i = 0; i < 12; ++i) cell.provenance[fmt::format("of-{}", i)] = "some machine";
  cell.counts.n_queries = n_queries;
  cell.counts.distances = CodeDistances{n_distances};
  for (std::size_t q = 0; q < n_queries; ++q) {
    for (std::size_t d = 0; d < n_distances; ++d) {
      const std::size_t from_middle = d < 32 ? 32 - d : d - 32;
      const std::uint64_t most = 5000 >> std::min<std::size_t>(from_middle / 2, 12);
      cell.counts.all.push_back(static_cast<std::uint32_t>(rng.below(most + 1)));
      cell.counts.relevant.push_back(
          static_cast<std::uint32_t>(rng.below(cell.counts.all.back() / 50 + 1)));
    }
  }
  cell.curves = cell_curves(cell.counts);
  return cell;
}

/// A cell in memory, so that no disk is measured.
std::string cell_path() {
  return fmt::format("/dev/shm/hashlab-bench-{}.h5", ::getpid());
}

void write_a_cell(benchmark::State& state) {
  const CellRecord cell = random_cell();
  for (auto _ : state) write_cell(cell_path(), cell);
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(cell_path()));
  std::filesystem::remove(cell_path());
}
BENCHMARK(write_a_cell)->Name("cells/write");

template <typename Read>
void read_a_cell(benchmark::State& state, Read read) {
  write_cell(cell_path(), random_cell());
  for (auto _ : state) benchmark::DoNotOptimize(read(cell_path()));
  std::filesystem::remove(cell_path());
}
BENCHMARK_CAPTURE(read_a_cell, summary, read_cell_summary)->Name("cells/read_summary");
BENCHMARK_CAPTURE(read_a_cell, without, [](const std::string& path) {
  return read_cell(path, false);
})->Name("cells/read_without_counts");
BENCHMARK_CAPTURE(read_a_cell, whole, [](const std::string& path) {
  return read_cell(path, true);
})->Name("cells/read_with_counts");

}  // namespace
