#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hashlab {

/// The value of a separator if there is none.
inline constexpr char no_separator = '\0';

/// The classes of one sample, as listed on one line of a text file.
struct ClassListLine {
  std::string_view sample;                ///< the name of the sample, if the line has one
  std::vector<std::string_view> classes;  ///< as they are written, without blanks around them
  char separator = no_separator;          ///< between the classes, if there are at least two
  bool is_enclosed = false;               ///< true if the list is in quotes or brackets
  bool has_brackets = false;              ///< true if the list is in brackets or braces
};

/// The separators of lists. A list is divided by the first of these that it contains, so its items
/// may contain later ones.
inline constexpr std::string_view list_separators = "|;,\t ";

/// Divides a line into the name of the sample and its classes. `after_name` is the separator after
/// the name; with no_separator the line has no name and begins with the list. Returns nothing if a
/// name is expected but missing, or if a class is empty or contains a double quote. A name without
/// quotes must not end in a separator and a number: in "a.jpg 0,1" the 0 may be a class.
std::optional<ClassListLine> class_list_line(std::string_view line, char after_name);

}  // namespace hashlab
