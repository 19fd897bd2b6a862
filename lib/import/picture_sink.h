#pragma once

#include "lib/images/gist.h"
#include "lib/import/sink.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Pictures on their way into a file: described by GIST at the size that they come in, and kept, no
/// larger than they are needed to be looked at.
class PictureSink {
 public:
  /// Tables "/features" and "/images". Square pictures wider than `thumbnail` are kept at that side.
  /// Errors:  invalid_argument for GIST of the colours of grey pictures.
  PictureSink(H5OnDisk& file, const ForeignPart& pictures, bool colour, std::size_t thumbnail,
              std::size_t threads);

  /// Adds pictures, pixel by pixel, from `source`. Errors: as Sink::append.
  void append(const double* values, std::size_t n, const std::string& source);

  std::vector<StoredPart> parts() const { return {features_->part(), pictures_->part()}; }
  std::string preprocessing() const { return settings_.text(); }

 private:
  GistSettings settings_;
  std::size_t thumbnail_, threads_;
  std::optional<Gist> gist_;
  std::optional<Sink> features_, pictures_;
  bool shrinks_ = false;
};

}  // namespace hashlab
