#pragma once

#include <string>
#include <vector>

namespace hashlab {

/// Refuses, before any work is done, an output file that could not be written or would replace one of
/// the `inputs`.
/// Errors:  invalid_argument if it is a folder, a device or an input; io_error if its folder is not
///          there or may not be written to.
void check_output(const std::string& path, const std::vector<std::string>& inputs);

}  // namespace hashlab
