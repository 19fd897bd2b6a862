#pragma once

#include "lib/import/format.h"

#include <memory>
#include <vector>

namespace hashlab {

/// Adds to `data` the part "/features" and, if there are labels, the part "/labels". Each is the
/// concatenation of the given tables, in this order. Class numbers must be >= 0.
/// Errors:  those of stack() and class_numbers().
void add_samples(ForeignData& data, std::vector<std::unique_ptr<ForeignTable>> features,
                 std::vector<std::unique_ptr<ForeignTable>> labels);

}  // namespace hashlab
