#include "experiments/program/json_line.h"

namespace hashlab {

std::string json_line(const Json& value) {
  const std::string compact = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string line;
  line.reserve(compact.size() + compact.size() / 4);
  bool in_text = false, escaped = false;
  for (const char c : compact) {
    line += c;
    if (in_text) {
      in_text = escaped || c != '"';
      escaped = !escaped && c == '\\';
    } else if (c == '"') {
      in_text = true;
    } else if (c == ',' || c == ':') {
      line += ' ';
    }
  }
  return line + '\n';
}

}  // namespace hashlab
