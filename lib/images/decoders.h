#pragma once

#include "lib/images/image.h"

#include <cstddef>
#include <string>
#include <string_view>

// The decoders of the formats that image_file.h supports, one source file each. `name` is used in
// messages.
namespace hashlab {

bool is_png(std::string_view head);
bool is_jpeg(std::string_view head);
bool is_ppm(std::string_view head);  ///< true for PGM, too

/// Decodes a whole file of this format as decode_image() does. Errors: corrupt_file; decode_png()
/// also io_error if libpng cannot be started.
Image decode_png(std::string_view bytes, const std::string& name);
Image decode_jpeg(std::string_view bytes, const std::string& name);
Image decode_ppm(std::string_view bytes, const std::string& name);

/// Always throws corrupt_file; `what` is the problem.
[[noreturn]] void refuse_image(const std::string& name, const std::string& what);

/// Checks the size in pixels that the header of an image file states. The image must have 1 .. 2^26
/// pixels. The file, of `bytes` bytes, must be large enough for them: its format stores at most
/// `max_pixels_a_byte` pixels per byte.
/// Errors: corrupt_file.
void check_extent(std::size_t width, std::size_t height, std::size_t bytes,
                  std::size_t max_pixels_a_byte, const std::string& name);

}  // namespace hashlab
