#pragma once

#include "lib/images/image.h"

#include <cstddef>
#include <string>
#include <string_view>

// The picture formats behind image_file.h, one source file each. `name` is used in messages.
namespace hashlab {

bool is_png(std::string_view head);
bool is_jpeg(std::string_view head);
bool is_ppm(std::string_view head);  ///< or PGM

/// As decode_image. Errors: corrupt_file.
Image decode_png(std::string_view bytes, const std::string& name);
Image decode_jpeg(std::string_view bytes, const std::string& name);
Image decode_ppm(std::string_view bytes, const std::string& name);

/// Always throws corrupt_file.
[[noreturn]] void refuse_image(const std::string& name, const std::string& what);

/// Checks the size that a header states: it must be within limits, and the file must have enough
/// bytes for it if the format stores at most `most_pixels_a_byte` pixels per byte.
/// Errors: corrupt_file.
void check_extent(std::size_t width, std::size_t height, std::size_t bytes,
                  std::size_t most_pixels_a_byte, const std::string& name);

}  // namespace hashlab
