#pragma once

#include "lib/import/label_table.h"

#include <string>

namespace hashlab {

/// Opens a text file of labels, one sample per line, gzipped or not. A line of column names is
/// skipped, except above a single column of class names, where it would look like a class.
///
///   3                     a class number, also written as 3.0 or 3e0
///   cat                   the name of a class; classes are numbered in the byte order of names
///   0 1 0                 a column of 0 and 1 (or -1 and 1) for each class
///   images/7.jpg 0 1 0    any of these after the name of the sample, which is stored
///   7,cat                 the name of a class after the number of the sample
///   a.jpg,0;3;7           a list of classes, see open_class_lists
///
/// Except in lists, fields are separated as in TextRows. If columns of 0 and 1 follow a number, the
/// number is the name of the sample if it is not 0, 1 or -1 in one of the first two lines.
/// Errors:  those of open_class_lists and TextRows; corrupt_file if there are no labels, if the
///          first lines have none of these forms, if a later line has another form, or if the text
///          may be columns of 0 and 1 whose separators are missing or of several kinds.
LabelTable open_label_text(const std::string& path);

}  // namespace hashlab
