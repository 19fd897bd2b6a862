#pragma once

#include "lib/import/format.h"
#include "lib/import/sink.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// What becomes of samples on their way into the file.
struct StoreSettings {
  /// What pictures are described by. `as_they_come`: GIST of their grey if the source brings nothing
  /// but pictures, else nothing.
  enum class Pictures { as_they_come, pixels, gist, gist_colour };
  Pictures pictures = Pictures::as_they_come;
  std::size_t thumbnail = 64;  ///< larger square pictures are kept at this side
  std::size_t threads = 1;     ///< for descriptors; the result does not depend on it
  /// Told after every block: the part, rows done, rows in all if that is known. May throw to stop.
  std::function<void(const std::string&, std::size_t, std::optional<std::size_t>)> progress;
};

/// Writes a data set file of ours, block by block: there whole or not at all. Samples must be finite
/// and in the range of their type; real numbers are rounded to float32. `data` is used up.
///
/// Attributes: name, format, classes (names, one a line) and what `data` says of itself.
/// Errors:  corrupt_file naming source, row and column of a value that cannot be stored, or parts of
///          different lengths; invalid_argument if pictures are asked for and there are none;
///          io_error.
/// Memory:  blocks of 2 MiB and, for pictures, of 32 MiB.
std::vector<StoredPart> store(ForeignData data, const std::string& path,
                              const StoreSettings& settings);

}  // namespace hashlab
