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
  std::string names;  ///< file of the names of the rows (see read_row_names); empty: `data`
  std::string model;  ///< a hashlab model; the audit determines the rows of its mean; or empty
};

/// Errors:  those of the files; invalid_argument if the model is for other features.
/// Memory:  features in blocks; labels; 40 bytes a row.
Audit audit_lists(const ListsRequest& request, const AuditOptions& options);

}  // namespace hashlab::experiments
