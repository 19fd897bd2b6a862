#include "experiments/program/run_memory.h"

#include "experiments/program/memory_cap.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlab::experiments {
namespace {

/// The fraction of the memory limit, 1 / share, that mapped features may keep in memory. Projected
/// values get the same fraction.
constexpr std::size_t share = 8;

/// The memory of a job for each row of the data set: row numbers of the split and of what was
/// fitted, codes, and their order.
constexpr std::size_t bytes_a_row = 32;

}  // namespace

FeatureRoom feature_room(std::size_t cap, const std::string& folder) {
  return {.folder = folder, .max_bytes = cap / 2, .max_resident = cap / share};
}

std::string folder_on_disk_of(const std::string& path) {
  std::filesystem::path folder = std::filesystem::absolute(path).lexically_normal();
  while (!std::filesystem::is_directory(folder) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return folder.string();
}

RunMemory divide_memory(std::size_t cap, const Dataset& dataset, std::size_t jobs) {
  constexpr std::size_t least = std::size_t{64} << 20;  // for training and for reused parts
  const std::size_t of_job = dataset.size() * bytes_a_row,
                    held = memory_in_use() + (dataset.storage ? cap / share : 0);
  if (cap < held + of_job + least) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("--memory {} is too small: the data set takes {}, give {} or more",
                    memory_text(static_cast<double>(cap)), memory_text(static_cast<double>(held)),
                    memory_text(static_cast<double>(held + of_job + least))));
  }
  RunMemory memory;
  memory.jobs =
      std::clamp<std::size_t>((cap - held - least) / std::max<std::size_t>(1, of_job), 1, jobs);
  memory.values = cap / share / memory.jobs;
  memory.reuse = (cap - held - memory.jobs * of_job) / 2;
  return memory;
}

}  // namespace hashlab::experiments
