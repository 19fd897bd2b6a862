#pragma once

#include "experiments/audit/audit.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// A split that was made elsewhere: a data set file and lists of its rows (see read_index_list).
struct ListsRequest {
  std::string data;                                     ///< HDF5 file
  std::string view;                                     ///< as for DatasetFile
  std::string training, database, queries;              ///< list files
  std::string validation_queries, validation_database;  ///< list files, or empty
  splits::RankedRows ranked = splits::RankedRows::held_out;
  /// Quantities and the rows on which they were fitted: a list file, or "all".
  std::vector<std::pair<std::string, std::string>> fitted;
  std::string names;  ///< file of the names of the rows (see read_row_names); empty: those stored
                      ///< in `data`
  std::string model;  ///< a hashlab model file, or empty; the audit determines over which rows its
                      ///< mean was taken
};

/// Audits a split that was made elsewhere.
/// Errors:  those of the files; invalid_argument if the model and the data set differ in the number
///          of features.
/// Memory:  blocks of features, the features of the test queries, the labels, and 40 bytes per row.
Audit audit_lists(const ListsRequest& request, const AuditOptions& options);

}  // namespace hashlab::experiments
