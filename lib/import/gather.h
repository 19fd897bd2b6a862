#pragma once

#include "lib/import/format.h"

#include <string>
#include <vector>

namespace hashlab {

/// A file or folder with its role: "" (samples), "train", "test" or "groundtruth"; any other is the
/// name of the view that it becomes, such as "image". Samples of several sources with the same role
/// are concatenated in the order given.
struct ImportSource {
  std::string role;
  std::string path;
};

/// A variable of the source that becomes a view of its own: /NAME/features.
struct ViewVariable {
  std::string view, variable;
};

/// The sources of a data set.
struct ImportRequest {
  std::vector<ImportSource> sources;
  std::vector<std::string> labels;  ///< files of labels of any format, concatenated
  std::string format;               ///< of the sources; empty: recognised, separately for each role
  std::vector<ViewVariable> views;  ///< of sources without a role; none: they have one table
  ImportOptions options;
};

/// Opens all sources and joins their tables into the parts of one data set:
///
///   /features        samples without a role; or those of `train`, then those of `test`, with
///   /split           0 (train) or 1 (test) per sample
///   /groundtruth     one row per test sample: rows of the nearest training samples, nearest first
///   /image/features, /text/features, ...   views of the same items, row by row: by their roles, or
///                                          those of `request.views`
///   /labels          from the sources or from `labels`: class numbers, or N x C of 0 and 1
///
/// and any other part of a format. Only what is needed for opening is read. Labels are checked as
/// they are read: integers >= `options.first_class`, which becomes 0. Labels of other files tell
/// which axis counts the samples, where the format of the features leaves that open.
/// Errors:  invalid_argument for roles that cannot be combined, views that have the name of another
///          part or labels given twice; those of the formats.
ForeignData gather(const ImportRequest& request);

}  // namespace hashlab
