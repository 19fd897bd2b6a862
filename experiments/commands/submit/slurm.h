#pragma once

#include <optional>
#include <string>

namespace hashlab::experiments {

/// Submits the batch script at the path `script` by sbatch, and returns the number of the job. If
/// `after` is the number of another job, the new job starts only when that job has ended, whether
/// or not it succeeded.
/// Errors:  invalid_argument if there is no sbatch, or, with the message of sbatch, if it rejects
///          the script.
std::string submit_to_slurm(const std::string& script, const std::string& after = "");

/// True if Slurm still has this job, waiting or running; false if Slurm cannot be queried.
bool slurm_has(const std::string& job);

}  // namespace hashlab::experiments
