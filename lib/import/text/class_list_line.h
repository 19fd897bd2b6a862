#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hashlab {

/// Stands for a separator that is not there.
inline constexpr char no_separator = '\0';

/// The classes of one sample, as listed on one line of a text file.
struct ClassListLine {
  std::string_view sample;                ///< the name of the sample, if the line has one
  std::vector<std::string_view> classes;  ///< as they are written, without blanks around them
  char separator = no_separator;          ///< between the classes, if there are several
  bool is_enclosed = false;               ///< true if the list is in quotes or brackets
  bool has_brackets = false;              ///< true if the list is in brackets or braces
};

/// The separators of lists, in the order in which they are looked for: items between earlier
/// separators may contain later ones.
inline constexpr std::string_view list_separators = "|;,\t ";

/// Divides a line into the name of the sample and its classes; none if the classes are not a list.
/// `after_name` is the separator after the name; no_separator: lines begin with the list. A first
/// field that ends in a number, such as "a.jpg 0" before a comma, is not accepted as a name, since
/// the number may be a class.
std::optional<ClassListLine> class_list_line(std::string_view line, char after_name);

}  // namespace hashlab
