#pragma once

#include "lib/checkpoints.h"

#include <string>
#include <utility>

namespace hashlab {

/// Checkpoints in a folder that is made with the first of them, one sealed HDF5 file each, named by
/// the SHA-256 of its key:
///
///   attributes of the root group   kind = "hashlab checkpoint", key
///   /NAME                          float64 [columns x rows] of each array
class CheckpointFolder final : public Checkpoints {
 public:
  explicit CheckpointFolder(std::string path, double seconds_between = 20)
      : path_(std::move(path)), seconds_between_(seconds_between) {}

  std::optional<State> found(const std::string& key) override;
  double seconds_between() const override { return seconds_between_; }
  void leave(const std::string& key, const State& state) override;
  /// Removes the folder, too, if nothing else is in it.
  void forget(const std::string& key) override;

  /// Removes all that was left, by whomever.
  void clear();

 private:
  std::string file_of(const std::string& key) const;

  std::string path_;
  double seconds_between_;
};

}  // namespace hashlab
