#pragma once

#include "lib/import/label_table.h"

#include <optional>
#include <string>

namespace hashlab {

/// Opens a text file, gzipped or not, that lists the classes of each sample, one sample per line;
/// empty if the file is of another kind.
///
///   0 3 7                 numbers of classes, between blanks, tabs, commas, semicolons or '|'
///   cat|dog               names of classes, between '|'; after the name of a sample, also between
///                         semicolons; in brackets, between any of these separators
///   a.jpg,0;3;7           numbers or names of classes after the name of the sample, or after its
///                         number if the classes have a separator of their own (see below)
///   a.jpg,"['cat', 'dog']"
///
/// A sample without a class has an empty list. Each class becomes a column of 0 and 1. If the
/// classes are numbers, class c (0 .. 65,535) becomes column c; names are sorted in byte order.
///
/// A file is opened only if it certainly holds such lists. Some line must list several classes, and
/// the separator between classes must be the same in all lines. The classes have a separator of
/// their own if it is '|', if it differs from the separator after the name of the sample, or if
/// lists are in quotes or brackets. Names of classes need a separator of their own. Numbers with
/// such a separator must differ in count between lines, or not all be 0 or 1. Numbers without one
/// must meet both conditions. `has_header`: true if the first line holds column names.
/// Errors:  those of LineReader; corrupt_file naming a line that lists a class twice or a class
///          above 65,535; corrupt_file if lines without names of samples all have several classes
///          and each begins with a different class, which may be the number of the sample.
/// Memory:  4 bytes for each listed class; 8 bytes and the name for each sample.
std::optional<LabelTable> open_class_lists(const std::string& path, bool has_header);

}  // namespace hashlab
