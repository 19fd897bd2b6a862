#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The name in `known` for which the field often uses another word: hasher for "method", evaluate
/// for "test"; nullptr if there is none. Upper and lower case are equal.
const std::string* synonym(std::string_view name, const std::vector<std::string>& known);

}  // namespace hashlab
