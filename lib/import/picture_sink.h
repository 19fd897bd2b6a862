#pragma once

#include "lib/import/picture_describer.h"
#include "lib/import/sink.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Writes pictures to a file: their descriptors, computed at the original size, and the pictures
/// themselves, reduced to thumbnails.
class PictureSink {
 public:
  /// Creates the tables "/features" and "/images". Square pictures wider than `thumbnail` are
  /// scaled down to that side.
  PictureSink(H5OnDisk& file, const ForeignPart& pictures,
              std::unique_ptr<PictureDescriber> describer, std::size_t thumbnail);

  /// Adds n pictures, given as their pixels. `source` is used in messages.
  /// Errors:  corrupt_file naming source and picture if a pixel is not an integer in 0 .. 255;
  ///          those of the describer; io_error.
  void append(const double* values, std::size_t n, const std::string& source);

  std::vector<StoredPart> parts() const { return {features_->part(), pictures_->part()}; }
  std::string preprocessing() const { return describer_->text(); }

 private:
  std::unique_ptr<PictureDescriber> describer_;
  std::size_t height_, width_, channels_, thumbnail_;
  std::optional<Sink> features_, pictures_;
  bool shrinks_ = false;
};

}  // namespace hashlab
