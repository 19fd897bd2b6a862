#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The text of a data set's attribute "classes": the names of class 0, 1, ..., one a line.
std::string class_names_text(const std::vector<std::string>& names);

/// The names that such a text holds; of an empty one, none.
std::vector<std::string> parse_class_names(std::string_view text);

}  // namespace hashlab
