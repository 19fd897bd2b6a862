#pragma once

#include "lib/data/column_facts.h"
#include "lib/data/dataset_file.h"

#include <string>

namespace hashlab {

/// The results of one pass over all features of a data set file.
struct TableLook {
  std::string checksum;  ///< see content_checksum
  ColumnFacts columns;
};

/// Reads all features of a data set file once.
/// Errors:  those of DatasetFile.
/// Memory:  the labels, and that of column_facts().
TableLook look_at_table(const DatasetFile& file);

}  // namespace hashlab
