#include "lib/sweep_parts.h"

#include "lib/numbers.h"
#include "lib/options.h"

#include <sstream>

namespace hashlab {

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != text.npos; begin = end + 1) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::vector<std::uint64_t> sweep_counts(const SweepPart& part, const std::string& key,
                                        std::uint64_t least, std::uint64_t most) {
  return sweep_values<std::uint64_t>(part, key, [&](const std::string& text) {
    const auto value = parse_whole(text);
    if (value && *value >= least && *value <= most) return *value;
    refuse(fmt::format("option '{}': {} = '{}', must be a whole number in {} .. {}", key, part.name,
                       text, least, most));
  });
}

std::vector<SweepPart> sweep_parts(std::string_view text, const std::string& key,
                                   const std::vector<std::string>& known,
                                   const std::string& expected) {
  std::vector<SweepPart> parts;
  std::istringstream in{std::string(text)};
  for (std::string part; in >> part;) {
    const std::size_t colon = std::min(part.find(':'), part.size());
    const std::string name = part.substr(0, colon);
    if (colon + 1 >= part.size() || std::find(known.begin(), known.end(), name) == known.end()) {
      refuse(fmt::format("option '{}': '{}' is none of {}{}", key, part, expected,
                         suggestion(name, known)));
    }
    if (std::any_of(parts.begin(), parts.end(),
                    [&](const SweepPart& earlier) { return earlier.name == name; })) {
      refuse(fmt::format("option '{}' gives '{}' twice", key, name));
    }
    parts.push_back({part, name, split_at(part.substr(colon + 1), '/')});
  }
  return parts;
}

}  // namespace hashlab
