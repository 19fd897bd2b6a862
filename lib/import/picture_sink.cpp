#include "lib/import/picture_sink.h"

#include "lib/error.h"
#include "lib/images/resize.h"

#include <fmt/format.h>

#include <cstdint>

namespace hashlab {

PictureSink::PictureSink(H5OnDisk& file, const ForeignPart& pictures, bool colour,
                         std::size_t thumbnail, std::size_t threads)
    : thumbnail_(thumbnail), threads_(threads) {
  std::vector<std::size_t> shape = pictures.row_shape;
  const std::size_t channels = shape.size() == 3 ? shape[2] : 1;
  if (colour && channels != 3) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: the pictures are grey; GIST of their colours is not to be had",
                            pictures.table->source()));
  }
  if (colour) {
    settings_ = GistSettings::of_colour(shape[0], shape[1]);
  } else {
    settings_.height = shape[0];
    settings_.width = shape[1];
    settings_.channels = channels;
  }
  gist_.emplace(settings_);
  features_.emplace(file, "/features", Element::float32,
                    std::vector<std::size_t>{gist_->dimensions()});
  shrinks_ = shape[0] == shape[1] && shape[0] > thumbnail_;
  if (shrinks_) shape[0] = shape[1] = thumbnail_;
  pictures_.emplace(file, pictures.name, Element::uint8, shape);
}

void PictureSink::append(const double* values, std::size_t n, const std::string& source) {
  const std::size_t size = settings_.height * settings_.width * settings_.channels;
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
  const Features X = gist_->describe(pixels.data(), n, threads_);
  features_->append_as_they_are(X.memptr(), n);
  if (!shrinks_) return pictures_->append_as_they_are(pixels.data(), n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t* picture = pixels.data() + i * size;
    const Image image{
        settings_.height, settings_.width, settings_.channels, {picture, picture + size}};
    pictures_->append_as_they_are(square(image, thumbnail_).pixels.data(), 1);
  }
}

}  // namespace hashlab
