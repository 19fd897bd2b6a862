#pragma once

#include "lib/images/pictures.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// The content of a file of drawn pictures.
struct PictureFileSettings {
  PictureSettings pictures;
  std::string kind;         ///< attribute of the file, such as "pictures-multi"
  bool tagged = false;      ///< two views, image and text, with the tags of make_tags()
  std::size_t threads = 1;  ///< the file does not depend on it
  /// Called with done = 0 when the pictures are drawn, and after each block of at most `block`
  /// pictures with the number that have been described so far, of `n`; must not be empty.
  std::function<void(std::size_t done, std::size_t n, std::size_t block)> progress;
};

/// Draws pictures, describes them by GIST, and writes them to the data set file at `path`: /images
/// (n x 32 x 32 x 3), /labels, the descriptors as /features or /image/features, and, if tagged,
/// /text/features of 0 and 1 with the words in the attribute vocabulary. Returns a summary in one
/// line, such as "12000 pictures of 32 x 32 x 3 in 10 classes, 960 features, checksum
/// 0123456789abcdef".
/// Errors:  those of make_pictures; io_error.
/// Cost:    about 0.4 ms to draw a picture, and the time of Gist::describe.
/// Memory:  the whole file, about twice.
std::string write_pictures(const std::string& path, const PictureFileSettings& settings);

}  // namespace hashlab
