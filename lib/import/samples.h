#pragma once

#include "lib/import/format.h"

#include <memory>
#include <vector>

namespace hashlab {

/// Adds "/features" and, if there are labels, "/labels", each the concatenation of the given
/// tables. With `options.labels_column` and no tables of labels, that column of the features
/// becomes the labels.
/// Errors:  those of stack(), class_numbers() and split_column().
void add_samples(ForeignData& data, std::vector<std::unique_ptr<ForeignTable>> features,
                 std::vector<std::unique_ptr<ForeignTable>> labels, const ImportOptions& options);

}  // namespace hashlab
