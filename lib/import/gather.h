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
  /// Files of labels in any form of label_files.h. Files with the role "train" or "test" have the
  /// labels of the sources with this role. Files without a role are concatenated in the order
  /// given, which must be that of the sources' rows.
  std::vector<ImportSource> labels;
  std::size_t most_frequent = 0;    ///< number of classes to keep, those with the most samples;
                                    ///< only for labels with one column per class; 0: all
  std::string format;               ///< of the sources; empty: recognised, separately for each
                                    ///< role; that of the ground truth is always recognised
  std::vector<ViewVariable> views;  ///< views in sources without a role; empty: none
  ImportOptions options;
};

/// Opens all sources and joins their tables into the parts of one data set:
///
///   /features        samples without a role; or those of `train`, then those of `test`
///   /split           0 (train) or 1 (test) per sample, if there are these roles
///   /groundtruth     one row per test sample: row numbers of its nearest training samples,
///                    nearest first
///   /image/features, /text/features, ...   views of the same items, row by row: one for each role
///                                          that names a view, or those of `request.views`
///   /labels          from the sources or from `request.labels`: class numbers, or N x C of 0 and 1
///
/// and any other part that the format provides. Opening reads only as much of the files as it
/// needs. Labels are checked when they are read: class numbers must be integers >=
/// `options.first_class`, which becomes 0. If the format of the features leaves open which axis
/// counts the samples, the number of labels in `request.labels` decides.
///
/// The files of labels must fit the sources. If a role has as many files of labels as sources, each
/// file must have one label for each sample of the source at its position, unless a source has
/// several parts. Otherwise all files of labels of the role together must have one label for each
/// of its samples. One file of labels without a role may serve `train` and `test` together.
/// Errors:  invalid_argument if sources, views and labels cannot be combined, for example if roles
///          exclude each other, a view has the name of another part, a source has no features, or
///          labels are given twice, are missing for a role, or are in several files without roles
///          for train and test; those of the formats; corrupt_file, here or when the labels are
///          read, naming a file of labels and a source whose numbers of rows differ.
ForeignData gather(const ImportRequest& request);

}  // namespace hashlab
