#include "lib/images/picture_file.h"

#include "lib/data/class_names.h"
#include "lib/error.h"
#include "lib/images/image_shape.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

constexpr std::size_t largest_side = std::size_t{1} << 13;
constexpr double largest_chunk = 64 * 1048576.0;  // what reading a picture costs at least

}  // namespace

PictureFile::PictureFile(const std::string& path) : file_(H5File::open(path)) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", path, what));
  };
  const auto attributes = file_.text_attributes();
  if (attributes.contains("classes")) class_names_ = parse_class_names(attributes.at("classes"));
  name_ = file_.has("/images") ? "/images" : "/features";
  const H5File::Shape shape = file_.shape(name_);
  std::vector<std::size_t> extents;
  if (name_ == "/images") {
    if (!shape.size.empty()) extents.assign(shape.size.begin() + 1, shape.size.end());
  } else if (attributes.contains("image-shape")) {
    const std::string& text = attributes.at("image-shape");
    const std::size_t numbers = shape.size.size() == 2 ? shape.size[1] : 0;
    const auto stated = parse_image_shape(text, numbers);
    if (!stated) {
      fail(fmt::format("'/features' is {}, which the attribute image-shape '{}' does not fit",
                       fmt::join(shape.size, " x "), text));
    }
    extents = *stated;
  } else {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: keeps no pictures: it has neither '/images' nor pixels as "
                            "'/features' with the attribute image-shape; import the pictures "
                            "themselves",
                            path));
  }
  const bool right_rank = extents.size() == 2 || (extents.size() == 3 && extents[2] == 3);
  if (!right_rank || extents[0] == 0 || extents[1] == 0 || extents[0] > largest_side ||
      extents[1] > largest_side) {
    fail(
        fmt::format("'{}' has rows of '{}', expected pictures of h x w or h x w x 3, each at most "
                    "{}",
                    name_, fmt::join(extents, " x "), largest_side));
  }
  if (shape.kind != H5File::Kind::integer || shape.element_bytes != 1 || shape.is_signed) {
    fail(fmt::format("'{}' are pictures, but not of uint8", name_));
  }
  n_ = shape.size[0];
  height_ = extents[0];
  width_ = extents[1];
  channels_ = extents.size() == 3 ? 3 : 1;
  if (file_.has("/features")) {
    const std::vector<std::size_t> features = file_.shape("/features").size;
    if (features.empty() || features[0] != n_) {
      fail(fmt::format("'/images' are {}, but '/features' {}", n_,
                       features.empty() ? "a scalar" : fmt::format("{}", features[0])));
    }
  }
  if (shape.chunk_bytes > largest_chunk || shape.chunks > 1e6 || !file_.is_whole(name_)) {
    fail(
        fmt::format("'{}' is not all there, or in more than 1000000 chunks, or in chunks of more "
                    "than 64 MiB: store it in chunks of about 1 MiB",
                    name_));
  }
}

Image PictureFile::read(std::size_t row) const {
  Image image{height_, width_, channels_, std::vector<std::uint8_t>(height_ * width_ * channels_)};
  file_.read_rows(name_, row, 1, image.pixels.data());
  return image;
}

}  // namespace hashlab
