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

/// The text between separators: "a+b" has two parts, "" none.
std::vector<std::string> split_at(const std::string& text, char separator);

/// One part of the text of a sweep: "R:100/1000" has two values.
struct SweepPart {
  std::string text, name;
  std::vector<std::string> values;
};

/// The values of a part, each made by `parse`.
/// Errors:  invalid_argument if one is there twice; those of `parse`.
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

/// The values of a part as whole numbers.
/// Errors:  invalid_argument if one is none, is there twice, or not in least .. most.
std::vector<std::uint64_t> sweep_counts(const SweepPart& part, const std::string& key,
                                        std::uint64_t least, std::uint64_t most);

/// Takes the text of a suite's sweep apart, "R:100/1000 by:cosine metrics:map/hit@10".
/// Errors:  invalid_argument naming the suite's key and the part: one without name or values, of no
///          known name, or given twice. `expected` tells what the key may have.
std::vector<SweepPart> sweep_parts(std::string_view text, const std::string& key,
                                   const std::vector<std::string>& known,
                                   const std::string& expected);

}  // namespace hashlab
