#include "experiments/program/json_line.h"

#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab::experiments {

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

bool asks_for_json(const Arguments& arguments) {
  const std::string format = arguments.get("format", "text");
  if (format == "text" || format == "json") return format == "json";
  refuse(fmt::format("option '--format' = '{}', must be text or json", format));
}

}  // namespace hashlab::experiments
