#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The text of the attribute "image-shape", which says that the numbers of a sample are the pixels
/// of a picture: "28 x 28", or "32 x 32 x 3" with colours interleaved.
std::string image_shape_text(const std::vector<std::size_t>& shape);

/// Parses the text of the attribute "image-shape" of a data set whose samples have `numbers`
/// numbers each. Returns height, width and, for colour, 3. Returns none if the text is malformed or
/// the product of its numbers is not `numbers`.
std::optional<std::vector<std::size_t>> parse_image_shape(std::string_view text,
                                                          std::size_t numbers);

}  // namespace hashlab
