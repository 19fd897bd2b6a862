#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The one of `known` that people of the field may mean by another word, such as hasher by "method"
/// or evaluate by "test"; nullptr if there is none. Letters may be of either case.
const std::string* synonym(std::string_view name, const std::vector<std::string>& known);

}  // namespace hashlab
