#pragma once

#include "experiments/suite/results_folder.h"
#include "results/record/record.h"
#include "results/table/shown_part.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The results that notes are about. `manifest` must outlive the notes.
struct NotedStudy {
  const Manifest& manifest;
  results::ShownPart shown = {};          ///< notes about splits are about these only
  std::vector<std::string> metrics = {};  ///< names; notes about scores are about these only
};

/// A kind of note below tables. It is made from the records of a results folder, which are added
/// one at a time.
class Note {
 public:
  virtual ~Note() = default;

  /// Takes what the note needs from the record of a finished cell.
  virtual void add(const Cell& cell, const results::CellRecord& record) = 0;
  /// The note, line by line; empty if there is nothing to report.
  virtual std::vector<std::string> lines() const = 0;
};

}  // namespace hashlab::experiments
