#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The text between separators: "a+b" has two parts, "" none.
std::vector<std::string> split_at(const std::string& text, char separator);

/// One part of the text of a sweep: "R:100/1000" has two values.
struct SweepPart {
  std::string text, name;
  std::vector<std::string> values;
};

/// Takes the text of a suite's sweep apart, "R:100/1000 by:cosine metrics:map/hit@10".
/// Errors:  invalid_argument naming the suite's key and the part: one without name or values, of no
///          known name, or given twice. `expected` tells what the key may have.
std::vector<SweepPart> sweep_parts(std::string_view text, const std::string& key,
                                   const std::vector<std::string>& known,
                                   const std::string& expected);

}  // namespace hashlab
