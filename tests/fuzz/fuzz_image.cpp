// Any bytes are a picture whose pixels are all there, or an Error; a picture survives being
// written.
#include "lib/error.h"
#include "lib/images/image_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const hashlab::Image image = hashlab::decode_image(bytes, "input");
    if (image.channels != 1 && image.channels != 3) std::abort();
    if (image.empty()) std::abort();
    if (image.pixels.size() != image.height * image.width * image.channels) std::abort();
    if (image.pixels.size() > 4096) return 0;  // large ones would take all the time
    if (hashlab::decode_image(hashlab::encode_png(image), "again").pixels != image.pixels) {
      std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
