#pragma once

#include "lib/codes/code_file.h"
#include "lib/data/npy.h"

#include <memory>

namespace hashlab {

/// The codes in a NumPy array.
/// Errors:  those of codes_of_numbers(); invalid_argument if it has more than two dimensions.
std::unique_ptr<const CodeSource> codes_of_npy(NpyFile array, const CodeFileOptions& options);

}  // namespace hashlab
