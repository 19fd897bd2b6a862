#pragma once

#include <map>
#include <optional>
#include <string>

namespace hashlab {

// Small text files that the program keeps for itself end with a line
//
//   sha256 TAB 64 hexadecimal digits     of the lines above

/// The text, which ends with a line break, followed by that line.
std::string sealed_text(const std::string& text);

/// The text without that line; none if the line is missing or its checksum is wrong.
std::optional<std::string> body_of_sealed_text(const std::string& text);

/// The lines NAME TAB VALUE of such a text, by name; none if its checksum is wrong.
std::map<std::string, std::string> sealed_fields(const std::string& text);

/// The value of that name; empty if there is none.
std::string field_of(const std::map<std::string, std::string>& fields, const std::string& name);

/// The content of such a file of at most 4 KiB that other processes may replace at any time: none
/// if there is no file, an empty text if it cannot be read.
std::optional<std::string> small_file_text(const std::string& path);

}  // namespace hashlab
