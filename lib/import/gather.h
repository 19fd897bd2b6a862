#pragma once

#include "lib/import/format.h"

#include <string>
#include <vector>

namespace hashlab {

/// A file or folder, and what it is for: "" (samples), "train", "test", "groundtruth", "image" or
/// "text". Samples of several sources of one role are stacked in the order given.
struct ImportSource {
  std::string role;
  std::string path;
};

/// The roles that a source can have, beside none.
const std::vector<std::string>& import_roles();

/// What a data set is to be made of.
struct ImportRequest {
  std::vector<ImportSource> sources;
  std::vector<std::string> labels;  ///< files of labels, stacked; of any format
  std::string format;               ///< of the sources; empty: told by content, role by role
  ImportOptions options;
};

/// Opens all sources and joins what they hold into the parts of one data set:
///
///   /features        samples without a role; or those of `train`, then those of `test`, with
///   /split           0 or 1 a sample
///   /groundtruth     a row a test sample: rows of the nearest training samples, nearest first
///   /image/features, /text/features   samples of two views, row by row the same items
///   /labels          from the sources or from `labels`: class numbers, or N x C of 0 and 1
///
/// and whatever else a format brings. Nothing is read but what opening needs; labels are checked as
/// they are read: whole numbers from `options.first_class` on, which becomes 0.
/// Errors:  invalid_argument for roles that do not go together or labels given twice; those of the
///          formats.
ForeignData gather(const ImportRequest& request);

}  // namespace hashlab
