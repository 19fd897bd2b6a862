#include "experiments/gather/records.h"

#include "experiments/suite/plan.h"
#include "experiments/suite/reading_threads.h"
#include "lib/error.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

constexpr std::size_t records_at_a_time = 512;

template <typename Read>
std::optional<results::StoredCell> read_checked(const ResultsFolder& folder, const Cell& cell,
                                                Read read) {
  const std::string path = folder.cell_path(cell);
  results::StoredCell record;
  try {
    record = read(path);
  } catch (const Error&) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    throw;
  }
  if (!is_of(record, cell)) {
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: holds another cell than the manifest says; run the suite again", path));
  }
  record.split = cell.split;
  return record;
}

}  // namespace

std::optional<results::StoredCell> read_cell_of(const ResultsFolder& folder, const Cell& cell) {
  return read_checked(folder, cell, [](const std::string& path) {
    return results::read_cell(path, /*with_counts=*/false);
  });
}

std::optional<results::StoredCell> read_summary_of(const ResultsFolder& folder, const Cell& cell) {
  return read_checked(folder, cell, results::read_cell_summary);
}

void for_each_record(
    const ResultsFolder& folder, const Manifest& manifest,
    const std::function<void(const Cell&, results::StoredCell&)>& prepare,
    const std::function<void(const Cell&, std::optional<results::StoredCell>)>& use) {
  struct Slot {
    std::optional<results::StoredCell> record;
    std::exception_ptr failure;
  };
  const std::vector<Cell>& cells = manifest.cells;
  for (std::size_t first = 0; first < cells.size(); first += records_at_a_time) {
    std::vector<Slot> slots(std::min(records_at_a_time, cells.size() - first));
    parallel(reading_threads(slots.size()), slots.size(), [&](std::size_t i) {
      try {
        slots[i].record = read_summary_of(folder, cells[first + i]);
        if (slots[i].record) prepare(cells[first + i], *slots[i].record);
      } catch (...) {
        slots[i].failure = std::current_exception();
      }
    });
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].failure) std::rethrow_exception(slots[i].failure);
      use(cells[first + i], std::move(slots[i].record));
    }
  }
}

}  // namespace hashlab::experiments
