#pragma once

#include <map>
#include <optional>
#include <string>

namespace hashlab {

// Small text files that the program keeps for itself end with a line
//
//   sha256 TAB 64 hexadecimal digits     of the lines above

/// Seals a text, which must end with a line break: returns it followed by the line of its checksum.
std::string sealed_text(const std::string& text);

/// A sealed text without the line of its checksum; none if that line is missing or wrong.
std::optional<std::string> body_of_sealed_text(const std::string& text);

/// The fields of a sealed text with lines NAME TAB VALUE: the values by name; none if its checksum
/// is missing or wrong.
std::map<std::string, std::string> sealed_fields(const std::string& text);

/// The value of the field `name`; empty if there is none.
std::string field_of(const std::map<std::string, std::string>& fields, const std::string& name);

/// The content, at most the first 4 KiB, of a file that other processes may replace at any time:
/// none if there is no file, an empty text if it cannot be read.
std::optional<std::string> small_file_text(const std::string& path);

}  // namespace hashlab
