#pragma once

#include "lib/data/dataset.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

// How the memory limit of a run, --memory, is divided.

/// Where features are stored with a memory limit of `cap` bytes: in memory, or in a scratch file in
/// `folder` if they take more than half of the limit.
FeatureRoom feature_room(std::size_t cap, const std::string& folder);

/// The absolute form of `path` if it is an existing folder, else the nearest existing folder above
/// it. A file or folder created at `path` is on the disk of this folder.
std::string folder_on_disk_of(const std::string& path);

/// The shares of a run's memory.
struct RunMemory {
  std::size_t jobs = 1;    ///< number of jobs: as requested, or fewer if only these fit
  std::size_t values = 0;  ///< bytes of database values that a job may hold at once; see
                           ///< encode_test_parts
  std::size_t reuse = 0;   ///< bytes for the cache of trained parts that cells share
};

/// Divides a memory limit of `cap` bytes, for a data set that is in memory or was read with
/// feature_room. `jobs` is the number of jobs requested. The cache gets half of the memory that is
/// left after the data set and the jobs; the other half is for training and ranking.
/// Errors:  invalid_argument, with the limit that is needed, if the data set and one job leave less
///          than 64 MiB.
RunMemory divide_memory(std::size_t cap, const Dataset& dataset, std::size_t jobs);

}  // namespace hashlab::experiments
