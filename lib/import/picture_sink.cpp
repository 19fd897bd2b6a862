#include "lib/import/picture_sink.h"

#include "lib/error.h"
#include "lib/images/resize.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace hashlab {

PictureSink::PictureSink(H5OnDisk& file, const ForeignPart& pictures,
                         std::unique_ptr<PictureDescriber> describer, std::size_t thumbnail)
    : describer_(std::move(describer)),
      height_(pictures.row_shape[0]),
      width_(pictures.row_shape[1]),
      channels_(pictures.row_shape.size() == 3 ? pictures.row_shape[2] : 1),
      thumbnail_(thumbnail) {
  features_.emplace(file, "/features", Element::float32,
                    std::vector<std::size_t>{describer_->dimensions()});
  std::vector<std::size_t> shape = pictures.row_shape;
  shrinks_ = height_ == width_ && height_ > thumbnail_;
  if (shrinks_) shape[0] = shape[1] = thumbnail_;
  pictures_.emplace(file, pictures.name, Element::uint8, shape);
}

void PictureSink::append(const double* values, std::size_t n, const std::string& source) {
  const std::size_t size = height_ * width_ * channels_;
  std::vector<std::uint8_t> pixels(n * size);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const double value = values[i];
    if (!(value >= 0 && value <= 255 && value == static_cast<std::uint8_t>(value))) {
      throw Error(
          ErrorCode::corrupt_file,
          fmt::format("{}: picture {} has a pixel of {}, expected a whole number in 0 .. 255",
                      source, pictures_->rows() + i / size, value));
    }
    pixels[i] = static_cast<std::uint8_t>(value);
  }
  const Features X = describer_->describe(pixels.data(), n);
  features_->append_as_they_are(X.memptr(), n);
  if (!shrinks_) return pictures_->append_as_they_are(pixels.data(), n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t* picture = pixels.data() + i * size;
    const Image image{height_, width_, channels_, {picture, picture + size}};
    pictures_->append_as_they_are(square(image, thumbnail_).pixels.data(), 1);
  }
}

}  // namespace hashlab
