#pragma once

#include "lib/data/dataset.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

// The division of a run's '--memory' among its parts.

/// Where features are stored with a memory limit of `cap` bytes: if they take more than half of it,
/// in a scratch file in `folder`, otherwise in memory.
FeatureRoom feature_room(std::size_t cap, const std::string& folder);

/// The innermost existing folder of `path`: `path` itself, or the nearest folder above it. A file
/// that is made at `path` is on the same disk.
std::string folder_on_disk_of(const std::string& path);

struct RunMemory {
  std::size_t jobs = 1;    ///< number of jobs: as many as requested, or as many as fit
  std::size_t values = 0;  ///< bytes of database values that a job may hold at once; see
                           ///< encode_test_parts
  std::size_t reuse = 0;   ///< bytes for the cache of trained parts that cells share
};

/// The division for a data set that is in memory or was read with feature_room. Of the memory that
/// remains after the jobs have their share, half is for the cache, because training and ranking
/// also need some.
/// Errors:  invalid_argument, with the limit that is needed, if there is not enough for one job and
///          the cache.
RunMemory divide_memory(std::size_t cap, const Dataset& dataset, std::size_t jobs);

}  // namespace hashlab::experiments
