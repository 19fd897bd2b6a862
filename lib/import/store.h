#pragma once

#include "lib/import/format.h"
#include "lib/import/picture_describer.h"
#include "lib/import/sink.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// How samples are stored.
struct StoreSettings {
  /// The features that are computed from images. `as_they_come`: GIST of their grey levels if the
  /// source has images but no features, else none. `pixels`: their pixels. `gist`, `gist_colour`:
  /// GIST of their grey levels, or of each colour channel. `by_describer`: the result of the
  /// PictureDescriber that `describer` makes.
  enum class Pictures { as_they_come, pixels, gist, gist_colour, by_describer };
  Pictures pictures = Pictures::as_they_come;
  MakeDescriber describer = {};
  bool grey = false;           ///< convert red, green and blue images to grey
  std::size_t thumbnail = 64;  ///< side of stored images in pixels; larger square images are
                               ///< scaled down to it if features are computed from them
  std::size_t threads = 1;     ///< for descriptors; the result does not depend on it
  /// Called after every block with the part, the rows done, and the total if that is known. May
  /// throw to stop.
  std::function<void(const std::string&, std::size_t, std::optional<std::size_t>)> progress;
  /// Called when everything is stored, before the file is renamed from its temporary name. If the
  /// function throws, the file is not created.
  std::function<void(const H5File& file)> look;
};

/// Writes one of our own data set files, block by block and atomically, and returns its parts.
/// Samples must be finite and in the range of their type; real numbers are rounded to float32.
/// `data` is consumed.
///
/// Attributes: name, classes (names, one per line) and those of `data`, such as format. Names of
///   the samples are stored as '/names' or, if they are too many or too long (see
///   H5File::can_hold), left out, which the attribute names_left_out states.
/// Errors:  corrupt_file naming source, row and column of a value that cannot be stored, or naming
///          the source of a part with too many rows or columns; invalid_argument if parts have
///          different lengths, there are no samples, grey images or image descriptors are requested
///          without suitable images, or GIST is requested for images that come with features; those
///          of the tables and the describer; io_error.
/// Memory:  blocks of 2 MiB and, for pictures, of 32 MiB.
std::vector<StoredPart> store(ForeignData data, const std::string& path,
                              const StoreSettings& settings);

}  // namespace hashlab
