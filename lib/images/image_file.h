#pragma once

#include "lib/images/image.h"

#include <string>
#include <string_view>

namespace hashlab {

/// True if `head` is the beginning of a PNG, a JPEG or a PPM/PGM (P5, P6) file.
bool is_image(std::string_view head);

/// Decodes an image file held in memory. Palettes are resolved, 16-bit samples are reduced to 8
/// bits, transparency is composed over white, CMYK is rejected. `name` is used in messages.
/// Errors:  corrupt_file if it is truncated, damaged, of no known format, or of more than 2^26
///          pixels.
Image decode_image(std::string_view bytes, const std::string& name);

/// Reads a file and decodes it, see decode_image. Errors: also not_found, unreadable.
Image read_image(const std::string& path);

/// The key and value of the text by which PNG files written by hashlab are recognised.
inline constexpr std::string_view png_mark("Software\0hashlab", 16);

/// The bytes of a PNG file of the picture, with the text png_mark.
std::string encode_png(const Image& image);

}  // namespace hashlab
