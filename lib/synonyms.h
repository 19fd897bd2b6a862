#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The name in `known` for which `name` is a common synonym in the field: "hasher" if `name` is
/// "method", "evaluate" if it is "test". nullptr if there is none. Case is ignored, and
/// "_" counts as "-".
const std::string* synonym(std::string_view name, const std::vector<std::string>& known);

}  // namespace hashlab
