#include "lib/images/image_file.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/images/decoders.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

constexpr std::size_t max_pixels_of_a_file = std::size_t{1} << 26;
constexpr std::size_t max_file_bytes = std::size_t{1} << 29;

}  // namespace

void refuse_image(const std::string& name, const std::string& what) {
  throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", name, what));
}

void check_extent(std::size_t width, std::size_t height, std::size_t bytes,
                  std::size_t max_pixels_a_byte, const std::string& name) {
  if (width == 0 || height == 0) {
    refuse_image(name, fmt::format("is a picture of {} x {} pixels: it is empty", width, height));
  }
  if (width > max_pixels_of_a_file || height > max_pixels_of_a_file / width) {
    refuse_image(name, fmt::format("claims to be a picture of {} x {} pixels, expected at most {} "
                                   "in all; scale it down",
                                   width, height, max_pixels_of_a_file));
  }
  if (width * height / max_pixels_a_byte > bytes) {
    refuse_image(name, fmt::format("claims to be a picture of {} x {} pixels, which {} bytes "
                                   "cannot hold: it is truncated or damaged",
                                   width, height, bytes));
  }
}

bool is_image(std::string_view head) {
  return is_png(head) || is_jpeg(head) || is_ppm(head);
}

Image decode_image(std::string_view bytes, const std::string& name) {
  if (is_png(bytes)) return decode_png(bytes, name);
  if (is_jpeg(bytes)) return decode_jpeg(bytes, name);
  if (is_ppm(bytes)) return decode_ppm(bytes, name);
  refuse_image(name, bytes.empty() ? "is empty, expected a picture"
                                   : "is no picture, expected PNG, JPEG or binary PPM or PGM");
}

Image read_image(const std::string& path) {
  const InputFile file(path);
  // A file that is not a picture may be large, so only its beginning is read to find out.
  const std::string head = file.text(0, 16);
  if (!is_image(head)) return decode_image(head, path);
  if (file.size() > max_file_bytes) {
    refuse_image(path, fmt::format("has {} bytes, expected a picture of at most {}", file.size(),
                                   max_file_bytes));
  }
  return decode_image(file.text(0, file.size()), path);
}

}  // namespace hashlab
