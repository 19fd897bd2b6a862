#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The text of a data set's attribute "classes": the names of class 0, 1, ..., one per line.
std::string class_names_text(const std::vector<std::string>& names);

/// The names of class 0, 1, ... in the text of the attribute "classes"; none if the text is empty.
std::vector<std::string> parse_class_names(std::string_view text);

}  // namespace hashlab
