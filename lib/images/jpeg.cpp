#include "lib/images/decoders.h"

#include <fmt/format.h>

#include <csetjmp>
#include <cstdio>  // jpeglib.h needs it before it

#include <jerror.h>
#include <jpeglib.h>

#include <array>

namespace hashlab {
namespace {

/// A block takes at least one bit, the Huffman code of its mean, and 32 x 32 pixels have at least
/// nine blocks, however the channels are sampled.
constexpr std::size_t max_jpeg_pixels_a_byte = 8 * 32 * 32 / 9;
/// Each scan of a progressive file covers the whole picture; encoders write about ten.
constexpr int max_scans = 500;

/// libjpeg reports errors by longjmp, which must not skip destructors. Everything that has one is
/// therefore a member here, and the functions that may be left by the jump own nothing.
struct JpegDecoder {
  JpegDecoder() {
    info.err = jpeg_std_error(&errors);
    errors.error_exit = leave;
    errors.emit_message = warn;
    info.client_data = this;
  }
  ~JpegDecoder() { jpeg_destroy_decompress(&info); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  [[noreturn]] static void leave(j_common_ptr common) {
    auto* self = static_cast<JpegDecoder*>(common->client_data);
    common->err->format_message(common, self->message.data());
    std::longjmp(self->jump, 1);
  }
  /// For libjpeg damaged data are only a warning; it fills the rest of the picture with grey.
  static void warn(j_common_ptr common, int level) {
    const int code = common->err->msg_code;
    const bool pixels_are_right =
        code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR;
    if (level < 0 && !pixels_are_right) leave(common);
  }
  static void count_scans(j_common_ptr common) {
    auto* self = static_cast<JpegDecoder*>(common->client_data);
    if (self->info.input_scan_number <= max_scans) return;
    self->too_many_scans = true;
    std::longjmp(self->jump, 1);
  }

  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf jump{};
  std::array<char, JMSG_LENGTH_MAX> message{};
  bool too_many_scans = false;
};

bool read_header(JpegDecoder& d, std::string_view bytes) {
  if (setjmp(d.jump) != 0) return false;
  jpeg_create_decompress(&d.info);
  d.progress.progress_monitor = JpegDecoder::count_scans;
  d.info.progress = &d.progress;
  jpeg_mem_src(&d.info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&d.info, TRUE);
  return true;
}

/// `out` has room for the picture in `channels` channels.
bool read_pixels(JpegDecoder& d, std::uint8_t* out, int channels) {
  if (setjmp(d.jump) != 0) return false;
  d.info.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  // Set explicitly, since the result depends on them: the exact DCT and smooth chroma upsampling.
  d.info.dct_method = JDCT_ISLOW;
  d.info.do_fancy_upsampling = TRUE;
  jpeg_start_decompress(&d.info);
  while (d.info.output_scanline < d.info.output_height) {
    JSAMPROW row = out + std::size_t{d.info.output_scanline} * d.info.output_width *
                             static_cast<std::size_t>(channels);
    jpeg_read_scanlines(&d.info, &row, 1);
  }
  jpeg_finish_decompress(&d.info);
  return true;
}

[[noreturn]] void fail(const JpegDecoder& d, const std::string& name) {
  if (d.too_many_scans) {
    refuse_image(name, fmt::format("is a JPEG of more than {} scans, which no encoder writes: it "
                                   "is damaged",
                                   max_scans));
  }
  refuse_image(name,
               fmt::format("is a truncated or damaged JPEG (libjpeg: '{}')", d.message.data()));
}

int channels_of(const JpegDecoder& d, const std::string& name) {
  switch (d.info.jpeg_color_space) {
    case JCS_GRAYSCALE:
      return 1;
    case JCS_YCbCr:
    case JCS_RGB:
      return 3;
    case JCS_CMYK:
    case JCS_YCCK:
      refuse_image(name, "is a JPEG in CMYK, the colours of print: convert it to RGB");
    default:
      refuse_image(name, fmt::format("is a JPEG of {} channels, expected grey or RGB",
                                     d.info.num_components));
  }
}

}  // namespace

bool is_jpeg(std::string_view head) {
  return head.starts_with("\xff\xd8\xff");
}

Image decode_jpeg(std::string_view bytes, const std::string& name) {
  JpegDecoder d;
  if (!read_header(d, bytes)) fail(d, name);
  const int channels = channels_of(d, name);
  if (d.info.arith_code) {
    refuse_image(name, "is a JPEG with arithmetic coding: save it with Huffman coding");
  }
  Image image{d.info.image_height, d.info.image_width, static_cast<std::size_t>(channels), {}};
  check_extent(image.width, image.height, bytes.size(), max_jpeg_pixels_a_byte, name);
  image.pixels.resize(image.width * image.height * image.channels);
  if (!read_pixels(d, image.pixels.data(), channels)) fail(d, name);
  return image;
}

}  // namespace hashlab
