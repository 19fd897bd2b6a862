#pragma once

#include "lib/images/image.h"

#include <string>
#include <string_view>

namespace hashlab {

/// True if `head` is the beginning of a PNG, a JPEG, or a binary PGM (P5) or PPM (P6) file. Eight
/// bytes are enough.
bool is_image(std::string_view head);

/// Decodes an image file held in memory. In a PNG file, palettes are resolved, 16-bit samples are
/// reduced to 8 bits, and transparency is composed over white. `name` is used in messages.
/// Errors:  corrupt_file if the file is truncated, damaged or of no known format, if it has no
///          pixels or more than 2^26, if it is a JPEG with arithmetic coding or in an unsupported
///          colour space such as CMYK, or if it is a PPM or PGM with samples above 255; io_error if
///          libpng cannot be started.
Image decode_image(std::string_view bytes, const std::string& name);

/// Reads an image file and decodes it.
/// Errors:  those of decode_image(); corrupt_file if it has more than 2^29 bytes; not_found;
///          unreadable.
Image read_image(const std::string& path);

/// The key and value of the text by which PNG files written by hashlab are recognised.
inline constexpr std::string_view png_mark("Software\0hashlab", 16);

/// The bytes of a PNG file of the picture, with the text png_mark. Errors: invalid_argument if
/// libpng cannot encode the picture.
std::string encode_png(const Image& image);

}  // namespace hashlab
