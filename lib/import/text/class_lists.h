#pragma once

#include "lib/import/label_table.h"

#include <optional>
#include <string>

namespace hashlab {

/// Opens a text file, gzipped or not, that lists the classes of each sample, one sample per line;
/// empty if the file is of another kind.
///
///   0 3 7                 numbers of classes, between blanks, tabs, commas, semicolons or '|'
///   cat|dog               names of classes, between '|' or semicolons
///   a.jpg,0;3;7           either after the name of the sample, or after its number if the classes
///                         have a separator of their own, are quoted or in brackets
///   a.jpg,"['cat', 'dog']"
///
/// A sample without a class has an empty list. Each class becomes a column of 0 and 1. If the
/// classes are numbers, class c (0 .. 65,535) becomes column c; names are sorted in byte order.
///
/// A file is of this kind only if that is certain: some line has several classes, and the classes
/// have a separator of their own: '|', quotes or brackets around the list, or any separator other
/// than the one after the name of the sample. Numbers may lack such a separator if their count
/// differs between lines and not all of them are 0 or 1; with such a separator, one of these two
/// conditions is enough. `has_header`: true if the first line holds column names.
/// Errors:  those of LineReader; corrupt_file naming a line that lists a class twice, or if each
///          line begins with a different number, which may be that of the sample.
/// Memory:  4 bytes for each class of each sample.
std::optional<LabelTable> open_class_lists(const std::string& path, bool has_header);

}  // namespace hashlab
