#include "lib/error.h"
#include "lib/images/decoders.h"
#include "lib/images/image_file.h"

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace hashlab {
namespace {

/// A byte of deflate data makes at most 1032 bytes, of at most 8 pixels each.
constexpr std::size_t max_png_pixels_a_byte = std::size_t{8} * 1032;
constexpr png_alloc_size_t max_chunk_bytes = png_alloc_size_t{1} << 23;

/// libpng reports errors by longjmp, which must not skip destructors. Everything that has one is
/// therefore a member here, and the functions that may be left by the jump own nothing.
struct PngDecoder {
  explicit PngDecoder(std::string_view bytes) : rest(bytes) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, leave, ignore);
    if (png != nullptr) info = png_create_info_struct(png);
  }
  ~PngDecoder() { png_destroy_read_struct(&png, &info, nullptr); }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;

  [[noreturn]] static void leave(png_structp png, png_const_charp text) {
    auto* self = static_cast<PngDecoder*>(png_get_error_ptr(png));
    std::strncpy(self->message, text, sizeof self->message - 1);
    png_longjmp(png, 1);
  }
  static void ignore(png_structp, png_const_charp) {}  // warnings, which do not concern pixels
  static void take(png_structp png, png_bytep out, std::size_t bytes) {
    auto* self = static_cast<PngDecoder*>(png_get_io_ptr(png));
    if (bytes > self->rest.size()) png_error(png, "premature end of file");
    std::copy_n(self->rest.data(), bytes, out);
    self->rest.remove_prefix(bytes);
  }

  std::string_view rest;
  png_structp png = nullptr;
  png_infop info = nullptr;
  char message[100] = {};
};

bool read_header(PngDecoder& d) {
  if (setjmp(png_jmpbuf(d.png)) != 0) return false;
  png_set_read_fn(d.png, &d, PngDecoder::take);
  png_set_user_limits(d.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // check_extent decides
  png_set_chunk_malloc_max(d.png, max_chunk_bytes);
  png_read_info(d.png, d.info);
  return true;
}

/// libpng allocates a row here; the size has been checked before.
bool choose_layout(PngDecoder& d) {
  if (setjmp(png_jmpbuf(d.png)) != 0) return false;
  // Everything becomes 8 bits a channel, with the alpha channel where there is transparency.
  png_set_expand(d.png);
  png_set_strip_16(d.png);
  png_set_interlace_handling(d.png);
  png_read_update_info(d.png, d.info);
  return true;
}

/// `out` has room for all rows of `row_bytes`.
bool read_pixels(PngDecoder& d, std::uint8_t* out, std::size_t row_bytes) {
  if (setjmp(png_jmpbuf(d.png)) != 0) return false;
  const png_uint_32 height = png_get_image_height(d.png, d.info);
  const int passes = png_get_interlace_type(d.png, d.info) == PNG_INTERLACE_NONE ? 1 : 7;
  for (int pass = 0; pass < passes; ++pass) {
    for (png_uint_32 y = 0; y < height; ++y) png_read_row(d.png, out + y * row_bytes, nullptr);
  }
  png_read_end(d.png, nullptr);
  return true;
}

[[noreturn]] void fail(const PngDecoder& d, const std::string& name) {
  refuse_image(name, fmt::format("is a truncated or damaged PNG (libpng: '{}')", d.message));
}

/// Composes pixels of `colours` channels and alpha over white, in place.
void lay_on_white(std::vector<std::uint8_t>& pixels, std::size_t colours) {
  std::size_t to = 0;
  for (std::size_t from = 0; from < pixels.size(); from += colours + 1) {
    const unsigned alpha = pixels[from + colours];
    for (std::size_t c = 0; c < colours; ++c) {
      const unsigned sum = pixels[from + c] * alpha + 255u * (255u - alpha);
      pixels[to++] = static_cast<std::uint8_t>((sum + 127) / 255);
    }
  }
  pixels.resize(to);
}

}  // namespace

namespace {

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

/// A chunk of its length, kind, content and checksum. (libpng's simple interface writes none.)
std::string png_text_chunk() {
  std::string chunk = "tEXt";
  chunk += png_mark;
  const auto sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size()));
  return big_endian(static_cast<std::uint32_t>(png_mark.size())) + chunk +
         big_endian(static_cast<std::uint32_t>(sum));
}

}  // namespace

bool is_png(std::string_view head) {
  return head.starts_with("\x89PNG\r\n\x1a\n");
}

Image decode_png(std::string_view bytes, const std::string& name) {
  PngDecoder d(bytes);
  if (d.info == nullptr) {
    throw Error(ErrorCode::io_error, fmt::format("{}: libpng cannot be started", name));
  }
  if (!read_header(d)) fail(d, name);
  Image image;
  image.height = png_get_image_height(d.png, d.info);
  image.width = png_get_image_width(d.png, d.info);
  check_extent(image.width, image.height, bytes.size(), max_png_pixels_a_byte, name);
  if (!choose_layout(d)) fail(d, name);
  const std::size_t channels = png_get_channels(d.png, d.info);
  image.channels = channels < 3 ? 1 : 3;
  image.pixels.resize(image.width * image.height * channels);
  if (!read_pixels(d, image.pixels.data(), image.width * channels)) fail(d, name);
  if (channels > image.channels) lay_on_white(image.pixels, image.channels);
  return image;
}

std::string encode_png(const Image& image) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = image.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  std::string bytes;
  // Once for the size, once for the bytes.
  for (int step = 0; step < 2; ++step) {
    png_alloc_size_t size = bytes.size();
    if (png_image_write_to_memory(&header, step == 0 ? nullptr : bytes.data(), &size, 0,
                                  image.pixels.data(), 0, nullptr) == 0) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("a picture of {} x {} x {} cannot be written as PNG: {}",
                              image.height, image.width, image.channels, header.message));
    }
    bytes.resize(size);
  }
  // After signature and header, as its specification wants: a text of key and value.
  constexpr std::size_t header_end = 8 + 25;
  return bytes.insert(header_end, png_text_chunk());
}

}  // namespace hashlab
