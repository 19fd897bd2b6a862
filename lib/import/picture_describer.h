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
  /// n pictures, as their pixels one after the other: row by row, channels together. Returns
  /// dimensions x n, the same whichever pictures are described together.
  virtual Features describe(const std::uint8_t* pixels, std::size_t n) = 0;
  /// What is done, for the attribute "preprocessing" of a data set.
  virtual std::string text() const = 0;
};

/// Makes one for pictures of height x width (x channels).
using MakeDescriber =
    std::function<std::unique_ptr<PictureDescriber>(const std::vector<std::size_t>& shape)>;

/// GIST on `threads`, of grey levels or of each colour.
/// Errors:  invalid_argument, naming `source`, if colours are asked for but the pictures are grey.
std::unique_ptr<PictureDescriber> gist_describer(const std::vector<std::size_t>& shape, bool colour,
                                                 std::size_t threads, const std::string& source);

}  // namespace hashlab
