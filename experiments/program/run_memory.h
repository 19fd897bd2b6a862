#pragma once

#include "lib/data/dataset.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

// How a run divides what '--memory' gives it.

/// Features that take more than half of the cap go to the disk of a folder.
FeatureRoom feature_room(std::size_t cap, const std::string& folder);

/// A folder that is there and on whose disk `path` is or would be: itself, or one above it.
std::string folder_on_disk_of(const std::string& path);

struct RunMemory {
  std::size_t jobs = 1;    ///< as many as were asked for, or those that fit
  std::size_t values = 0;  ///< of a database, which a job may hold at once; see encode_test_parts
  std::size_t reuse = 0;   ///< for what cells learn alike
};

/// Of the data set that was read by that room, or is in memory. Half of what is left when the jobs
/// have theirs is for reuse, since learning and ranking take some, too.
/// Errors:  invalid_argument, with the cap that it needs, if there is not enough for one job and
///          reuse.
RunMemory divide_memory(std::size_t cap, const Dataset& dataset, std::size_t jobs);

}  // namespace hashlab::experiments
