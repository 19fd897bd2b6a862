#pragma once

#include "lib/data/label_file.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// A possible reason why queries have no relevant items: one line about classes of the queries that
/// no row of the database has, or about queries without a class. Empty if there are neither.
/// `class_names` are the names of the classes 0, 1, ..., or empty.
/// Cost:    reads the labels of the database once, in blocks.
std::string unmatched_classes_note(const LabelSource& database, const Labels& queries,
                                   const std::vector<std::string>& class_names);

/// One line about classes of the queries that no item of the database has, for a data set whose
/// samples are marked as queries and database (see RowMark). Empty if there are no such classes.
/// `labels` and `marks` are those of all samples; `class_names` are the names of the classes
/// 0, 1, ..., or empty.
std::string unmatched_classes_note(const Labels& labels, const RowMarks& marks,
                                   const std::vector<std::string>& class_names);

}  // namespace hashlab::experiments
