#include "lib/images/image_shape.h"

#include "lib/numbers.h"

#include <fmt/format.h>

namespace hashlab {

std::string image_shape_text(const std::vector<std::size_t>& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

std::optional<std::vector<std::size_t>> parse_image_shape(std::string_view text,
                                                          std::size_t numbers) {
  std::vector<std::size_t> shape;
  for (std::string_view rest = text;;) {
    const auto extent = take_whole(rest);
    if (!extent || *extent == 0 || *extent > numbers) return std::nullopt;
    shape.push_back(*extent);
    if (rest.empty()) break;
    if (!rest.starts_with(" x ")) return std::nullopt;
    rest.remove_prefix(3);
  }
  const bool is_shape = shape.size() == 2 || (shape.size() == 3 && shape[2] == 3);
  // Each extent is at most `numbers`, which is less than 2^32: no product of two overflows.
  std::size_t product = 1;
  for (const std::size_t extent : shape) {
    product *= extent;
    if (product > numbers) return std::nullopt;
  }
  if (!is_shape || product != numbers) return std::nullopt;
  return shape;
}

}  // namespace hashlab
