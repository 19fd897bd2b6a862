#pragma once

#include "lib/data/label_file.h"
#include "lib/types.h"

#include <string>
#include <vector>

namespace hashlab {

/// A possible reason why queries have no relevant items, as one line. It is about queries without a
/// class or, if every query has one, about classes of the queries that no row of the database has.
/// Empty if there are neither, or if every query but no row of the database has a class.
/// `class_names` are the names of the classes 0, 1, ..., or empty.
/// Cost:    reads the labels of the database at most once, in blocks.
std::string unmatched_classes_note(const LabelSource& database, const Labels& queries,
                                   const std::vector<std::string>& class_names);

/// One line about classes of the queries that no item of the database has, for a data set whose
/// samples are marked as queries and database (see RowMark). Empty if there are no such classes, or
/// if no item of the database has a class. `labels` and `marks` are those of all samples; either
/// may be empty, and then the result is empty too. `class_names` are the names of the classes
/// 0, 1, ..., or empty.
std::string unmatched_classes_note(const Labels& labels, const RowMarks& marks,
                                   const std::vector<std::string>& class_names);

}  // namespace hashlab
