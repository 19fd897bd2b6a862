#pragma once

#include <optional>
#include <string>

namespace hashlab::experiments {

/// Submits the batch script at the path `script` with sbatch, and returns the number of the job. If
/// `after` is the number of another job, the new job starts only when that job has ended, whether
/// or not it succeeded.
/// Errors:  invalid_argument if there is no sbatch, or if sbatch rejects the script (the message
///          then includes that of sbatch); unreadable if no shell can be started.
std::string submit_to_slurm(const std::string& script, const std::string& after = "");

/// True if this job is waiting or running in Slurm. Also false if squeue is missing or fails.
/// Errors:  unreadable if no shell can be started.
bool slurm_has(const std::string& job);

}  // namespace hashlab::experiments
