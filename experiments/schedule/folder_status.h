#pragma once

#include "experiments/suite/results_folder.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The cells of one results folder, and the runs that share them, looked at again and again.
class FolderStatus {
 public:
  /// Reads the manifest and looks at every cell.
  /// Errors:  those of read_manifest.
  explicit FolderStatus(const ResultsFolder& folder);

  /// Looks again at the cells that were not done; those that were done stay done.
  void look();
  std::size_t count(Step::State state) const;
  bool is_bad() const;  ///< true if a cell failed or is damaged

  /// A line for each cell that failed or is damaged, with the reason.
  std::string complaints() const;
  /// The numbers of cells, as one line.
  std::string counts() const;
  /// The runs that share the cells, as lines: host, process, jobs and rate of each run, the leases,
  /// and the remaining time. "" if no run is active.
  std::string runs() const;

 private:
  ResultsFolder folder_;
  Manifest manifest_;
  std::vector<Step> steps_;
};

}  // namespace hashlab::experiments
