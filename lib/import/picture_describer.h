#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// Turns pictures of one size into descriptors.
class PictureDescriber {
 public:
  virtual ~PictureDescriber() = default;
  virtual std::size_t dimensions() const = 0;
  /// Describes n images, given as their pixels one after the other: row by row, channels
  /// interleaved. Returns dimensions x n; a result does not depend on which images are described
  /// together.
  virtual Features describe(const std::uint8_t* pixels, std::size_t n) = 0;
  /// Description of the processing, for the attribute "preprocessing" of a data set.
  virtual std::string text() const = 0;
};

/// Makes a describer for images of this shape: {height, width} or {height, width, channels}.
using MakeDescriber =
    std::function<std::unique_ptr<PictureDescriber>(const std::vector<std::size_t>& shape)>;

/// A describer that computes GIST with `threads` threads, of grey levels or of each colour channel.
/// Errors:  invalid_argument, naming `source`, if `colour` is true but the images are grey.
std::unique_ptr<PictureDescriber> gist_describer(const std::vector<std::size_t>& shape, bool colour,
                                                 std::size_t threads, const std::string& source);

}  // namespace hashlab
