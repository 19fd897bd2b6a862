#pragma once

#include "lib/data/label_file.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// A possible reason why queries have no relevant items: one line about classes of the queries that
/// no row of the database has, or about queries without a class. Empty if there are neither.
/// `class_names`: of class 0, 1, ..., or empty.
/// Cost:    reads the labels of the database once, in blocks.
std::string unmatched_classes_note(const LabelSource& database, const Labels& queries,
                                   const std::vector<std::string>& class_names);

/// The same for a data set whose samples are marked as queries and database (see RowMark).
std::string unmatched_classes_note(const Labels& labels, const RowMarks& marks,
                                   const std::vector<std::string>& class_names);

}  // namespace hashlab::experiments
