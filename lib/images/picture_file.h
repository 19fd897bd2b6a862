#pragma once

#include "lib/h5/h5.h"
#include "lib/images/image.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// The pictures that a data set file stores with its features, read one at a time:
///
///   /images     N x h x w or N x h x w x 3, uint8; or, without it,
///   /features   N x D, uint8, if the attribute image-shape is "h x w" or "h x w x 3" with
///               product D: the features are the pixels
class PictureFile {
 public:
  /// Errors:  as H5File::open; invalid_argument if the file has no images; corrupt_file if their
  ///          shape or type is wrong, a side is longer than 8,192 pixels, there are not as many
  ///          images as samples, some are missing, or they are stored in more than 1,000,000 chunks
  ///          or in chunks of more than 64 MiB.
  explicit PictureFile(const std::string& path);

  std::size_t size() const { return n_; }
  std::size_t height() const { return height_; }
  std::size_t width() const { return width_; }
  std::size_t channels() const { return channels_; }
  /// The names of class 0, 1, ...; empty if they are not known.
  const std::vector<std::string>& class_names() const { return class_names_; }
  Image read(std::size_t row) const;

 private:
  H5File file_;
  std::string name_;  ///< of the dataset with the pictures
  std::vector<std::string> class_names_;
  std::size_t n_ = 0, height_ = 0, width_ = 0, channels_ = 1;
};

}  // namespace hashlab
