#include "lib/files/sealed_text.h"

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

}  // namespace hashlab
