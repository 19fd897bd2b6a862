#pragma once

#include "lib/import/format.h"
#include "lib/import/import_source.h"

#include <string>
#include <vector>

namespace hashlab {

/// A variable of a file that becomes a separate view of the data set, stored as /VIEW/features.
struct ViewVariable {
  std::string view, variable;
};

/// The sources of a data set.
struct ImportRequest {
  std::vector<ImportSource> sources;
  /// Files of labels in any form of label_files.h. A file with the role of a source has the labels
  /// of that source. Files without a role are concatenated, in the order of the sources' rows.
  std::vector<ImportSource> labels;
  std::size_t most_frequent = 0;    ///< number of classes to keep, those with the most samples;
                                    ///< only for labels with one column per class; 0: all
  std::string format;               ///< of the sources; empty: recognised, separately for each role
  std::vector<ViewVariable> views;  ///< views in sources without a role; empty: none
  ImportOptions options;
};

/// Opens all sources and joins their tables into the parts of one data set:
///
///   /features        samples without a role; or those of `train`, then those of `test`, with
///   /split           0 (train) or 1 (test) per sample
///   /groundtruth     one row per test sample: row numbers of its nearest training samples,
///                    nearest first
///   /image/features, /text/features, ...   views of the same items, row by row: one for each role
///                                          that names a view, or those of `request.views`
///   /labels          from the sources or from `request.labels`: class numbers, or N x C of 0 and 1
///
/// and any other part that the format provides. Opening reads only as much of the files as it
/// needs. Labels are checked when they are read: class numbers must be integers >=
/// `options.first_class`, which becomes 0. If the format of the features leaves open which axis
/// counts the samples, the number of labels in other files decides.
/// Each file of labels has as many labels as the source that it belongs to: the source of its role;
/// the source at its position if there are as many files as sources; otherwise all sources
/// together.
/// Errors:  invalid_argument for roles that cannot be combined, views that have the name of another
///          part, labels given twice, or several files of labels without roles for train and test;
///          those of the formats; when reading, corrupt_file naming a file of labels and a source
///          whose numbers of rows differ.
ForeignData gather(const ImportRequest& request);

}  // namespace hashlab
