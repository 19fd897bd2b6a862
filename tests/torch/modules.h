#pragma once

#include <string>

namespace hashlab::testing {

/// Writes a TorchScript module whose forward is this: "return x.mean([2, 3])". It has the parameter
/// W, 3 x 2: 1 2, 3 4, 5 6.
void write_module(const std::string& path, const std::string& forward);

}  // namespace hashlab::testing
