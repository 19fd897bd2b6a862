#pragma once

#include <optional>
#include <string>

namespace hashlab::experiments {

/// Submits a batch script by sbatch; returns the number of the job. `after`, if not empty, is a job
/// that has to end before, however.
/// Errors:  invalid_argument if there is no sbatch, or with what it says if it refuses.
std::string submit_to_slurm(const std::string& script, const std::string& after = "");

/// Does Slurm still have this job, waiting or at work? Not if it cannot be asked.
bool slurm_has(const std::string& job);

}  // namespace hashlab::experiments
