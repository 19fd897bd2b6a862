#pragma once

#include "lib/import/label_table.h"

#include <string>

namespace hashlab {

/// Opens a text file of labels, one sample per line, gzipped or not. A line of column names is
/// skipped.
///
///   3                     a class number, also written as 3.0 or 3e0
///   cat                   the name of a class; classes are numbered in the byte order of names
///   0 1 0                 a column of 0 and 1 (or -1 and 1) for each class
///   images/7.jpg 0 1 0    any of these after the name of the sample, which is stored
///   7,cat                 the name of a class after the number of the sample
///
/// Fields are separated as in TextRows. If the columns of 0 and 1 follow a number that is not 0, 1
/// or -1 itself, this number is the name of the sample.
/// Errors:  those of TextRows; corrupt_file if the first lines have none of these forms, or a later
///          line has another form than the first.
LabelTable open_label_text(const std::string& path);

}  // namespace hashlab
