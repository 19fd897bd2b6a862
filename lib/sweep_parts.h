#pragma once

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {

/// The parts of a text between separators: "a+b" has two parts, "" has none.
std::vector<std::string> split_at(const std::string& text, char separator);

/// One part of a sweep. A sweep is a text in an experiment file that lists the settings at which
/// something is scored. For example, the part "R:100/1000" has the name R and two values.
struct SweepPart {
  std::string text, name;
  std::vector<std::string> values;
};

/// The values of a part, each parsed by `parse`. `key` is the key in the experiment file, for
/// messages.
/// Errors:  invalid_argument if a value is repeated; those of `parse`.
template <typename Value, typename Parse>
std::vector<Value> sweep_values(const SweepPart& part, const std::string& key, const Parse& parse) {
  std::vector<Value> values;
  for (const std::string& text : part.values) {
    Value value = parse(text);
    if (std::find(values.begin(), values.end(), value) != values.end()) {
      refuse(fmt::format("option '{}': '{}' has a value twice", key, part.text));
    }
    values.push_back(std::move(value));
  }
  return values;
}

/// The values of a part as whole numbers. `key` is the key in the experiment file, for messages.
/// Errors:  invalid_argument if a value is not a whole number in least .. most, or is repeated.
std::vector<std::uint64_t> sweep_counts(const SweepPart& part, const std::string& key,
                                        std::uint64_t least, std::uint64_t most);

/// Divides the text of a sweep in an experiment file, "R:100/1000 by:cosine metrics:map/hit@10",
/// into its parts.
/// Errors:  invalid_argument if a part has no values, has a name that is not in `known`, or has the
///          name of an earlier part. The message names the part and `key`, the key in the
///          experiment file. Unless a name is repeated, it also contains `expected`, which lists
///          the allowed parts.
std::vector<SweepPart> sweep_parts(std::string_view text, const std::string& key,
                                   const std::vector<std::string>& known,
                                   const std::string& expected);

}  // namespace hashlab
