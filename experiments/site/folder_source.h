#pragma once

#include "experiments/suite/results_folder.h"
#include "results/site/site_data.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What is wrong or remarkable with a results folder that somebody sends.
struct FolderCheck {
  struct Finding {
    std::string text;
    bool refuses = false;  ///< the site does not take the folder
  };
  std::string folder;
  std::size_t cells = 0, done = 0, failed = 0;
  std::vector<Finding> findings;
  std::vector<results::AuditLine> audit;  ///< empty if it was not audited
  std::vector<std::string> leaking;       ///< cells in which the audit found leaks, or "SPLIT"
  bool refused() const;
};

/// Checks the results in a folder: the seal of every cell, that each is the cell that the manifest
/// lists, and that the manifest's experiment file still plans the same cells (their recipes). Then
/// audits the splits; with `data`, the folder of data sets, the features too. Without it, splits
/// that need labels or features cannot be audited.
/// Errors:  those of read_manifest, and of the data set.
FolderCheck check_folder(const ResultsFolder& folder, const std::optional<std::string>& data,
                         std::size_t threads);

/// Adds the results in a folder to the site, as study `study`, part `part`. Scores in which the
/// audit found a leak are marked.
/// Errors:  corrupt_file if check_folder() refuses the folder; those of study_report.
void add_folder(const ResultsFolder& folder, const std::string& study, const std::string& part,
                const std::optional<std::string>& data, std::size_t threads,
                results::SiteData& site);

}  // namespace hashlab::experiments
