#pragma once

#include "experiments/program/command.h"

#include <nlohmann/json.hpp>

#include <string>
#include <type_traits>

namespace hashlab::experiments {

using Json = nlohmann::ordered_json;  ///< keys stay in the order in which they were added

/// A value as JSON (RFC 8259) on one line, with a line break at the end and blanks after ':' and
/// ','. Numbers are read back as the same double; numbers that are not finite become null. Bytes
/// that are not UTF-8, which file names may contain, become U+FFFD.
std::string json_line(const Json& value);

/// True if the option --format is json, false if it is text or not given. For commands whose output
/// is text or json.
/// Errors:  invalid_argument if --format is neither of them.
bool asks_for_json(const Arguments& arguments);

/// A map as an object; its keys may be numbers.
template <typename Map>
Json json_object(const Map& map) {
  Json object = Json::object();
  for (const auto& [key, value] : map) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(key)>>) {
      object[std::to_string(key)] = value;
    } else {
      object[key] = value;
    }
  }
  return object;
}

/// Items as an array; `item` converts each to JSON.
template <typename Items, typename Item>
Json json_array(const Items& items, Item item) {
  Json array = Json::array();
  for (const auto& each : items) array.push_back(item(each));
  return array;
}

}  // namespace hashlab::experiments
