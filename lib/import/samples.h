#pragma once

#include "lib/import/format.h"

#include <memory>
#include <vector>

namespace hashlab {

/// Adds "/features" and, if there are labels, "/labels", each the concatenation of the given
/// tables; labels are numbered from 0.
/// Errors:  those of stack() and class_numbers().
void add_samples(ForeignData& data, std::vector<std::unique_ptr<ForeignTable>> features,
                 std::vector<std::unique_ptr<ForeignTable>> labels);

}  // namespace hashlab
