#include "lib/files/sealed_text.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/files/sha256.h"

#include <fmt/format.h>

#include <sstream>

namespace hashlab {

std::string sealed_text(const std::string& text) {
  return fmt::format("{}sha256\t{}\n", text, sha256(text));
}

std::optional<std::string> body_of_sealed_text(const std::string& text) {
  const std::size_t seal = text.rfind("sha256\t");
  if (seal == std::string::npos) return std::nullopt;
  std::string body = text.substr(0, seal);
  if (text != sealed_text(body)) return std::nullopt;
  return body;
}

std::map<std::string, std::string> sealed_fields(const std::string& text) {
  std::map<std::string, std::string> fields;
  std::istringstream lines(body_of_sealed_text(text).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab != line.npos) fields[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return fields;
}

std::string field_of(const std::map<std::string, std::string>& fields, const std::string& name) {
  const auto at = fields.find(name);
  return at == fields.end() ? std::string() : at->second;
}

std::optional<std::string> small_file_text(const std::string& path) {
  constexpr std::size_t max_bytes = 4096;
  try {
    return InputFile(path, InputFile::Use::own).text(0, max_bytes);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::not_found) return std::nullopt;
    return "";
  }
}

}  // namespace hashlab
