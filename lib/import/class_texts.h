#pragma once

#include "lib/import/label_table.h"

#include <string>
#include <vector>

namespace hashlab {

/// Converts labels that are given as texts, one per sample. If all texts are numbers, these are the
/// class numbers. Otherwise each distinct text is the name of a class, and the classes are numbered
/// in byte order of their names. `source` names the origin of the texts in messages.
/// Errors:  corrupt_file naming a text that is empty or cannot be a name (see is_name).
LabelTable labels_of_texts(const std::vector<std::string>& texts, const std::string& source);

/// A warning if at least two names of classes seem to join several classes each, such as "cat|dog"
/// and "cat|bird" beside "dog" and "bird", where every part also occurs in another name. Empty if
/// there are fewer such names, or if they are less than half of the names with several parts.
std::string combined_classes_note(const std::vector<std::string>& class_names);

}  // namespace hashlab
