#pragma once

#include "lib/import/label_table.h"

#include <string>
#include <vector>

namespace hashlab {

/// Labels that are texts: numbers if all of them are, else names of classes, which are numbered in
/// byte order. `source`: where they are from, for messages.
/// Errors:  corrupt_file naming a text that is empty or cannot be a name (see is_name).
LabelTable labels_of_texts(const std::vector<std::string>& texts, const std::string& source);

/// What to say of names of classes that seem to be several classes each, such as "cat|dog" beside
/// "cat" and "dog"; empty if they do not.
std::string combined_classes_note(const std::vector<std::string>& class_names);

}  // namespace hashlab
