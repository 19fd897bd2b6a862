#pragma once

#include "lib/data/synthetic.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// Writes the data set of make_synthetic() to the file at `path` in pieces, so that it may be
/// larger than memory: /features (float) and /labels (int32), not compressed. Returns its content
/// checksum. `progress` is called with done = 0 before the first piece, and after each piece of at
/// most `block` samples with the number of samples written so far, of `n`; it must not be empty.
/// Errors:  invalid_argument if a count in `settings` is 0; io_error.
/// Memory:  about 100 MiB, and 4 bytes for each sample.
std::string write_synthetic(
    const std::string& path, const SyntheticSettings& settings, std::size_t threads,
    const std::function<void(std::size_t done, std::size_t n, std::size_t block)>& progress);

}  // namespace hashlab
