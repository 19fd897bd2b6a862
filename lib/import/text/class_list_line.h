#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hashlab {

inline constexpr char no_separator = '\0';

/// The classes of a sample as a line of a text lists them.
struct ClassListLine {
  std::string_view sample;                ///< its name, if the line begins with one
  std::vector<std::string_view> classes;  ///< as they are written, without blanks around them
  char separator = no_separator;          ///< between the classes, if there are several
  bool is_enclosed = false;               ///< is the list in quotes or brackets?
  bool has_brackets = false;
};

/// What separates lists, in the order in which it is looked for: what comes first may have the
/// others within.
inline constexpr std::string_view list_separators = "|;,\t ";

/// Divides a line, or says that it is no list. `after_name`: what stands behind the name of the
/// sample; no_separator: lines begin with the list. A name that ends in a number, such as "a.jpg 0"
/// before a comma, is none, since the number may be a class.
std::optional<ClassListLine> class_list_line(std::string_view line, char after_name);

}  // namespace hashlab
