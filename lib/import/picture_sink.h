#pragma once

#include "lib/images/gist.h"
#include "lib/import/sink.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Writes pictures to a file: their GIST descriptors, computed at the original size, and the
/// pictures themselves, reduced to thumbnails.
class PictureSink {
 public:
  /// Creates the tables "/features" and "/images". Square pictures wider than `thumbnail` are
  /// scaled down to that side.
  /// Errors:  invalid_argument if `colour` is asked for but the pictures are grey.
  PictureSink(H5OnDisk& file, const ForeignPart& pictures, bool colour, std::size_t thumbnail,
              std::size_t threads);

  /// Adds n pictures, given as their pixels. `source` is used in messages. Errors: as Sink::append.
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
