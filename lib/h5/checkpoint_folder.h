#pragma once

#include "lib/checkpoints.h"

#include <string>
#include <utility>

namespace hashlab {

/// Checkpoints in a folder that is created with the first one. Each is a sealed HDF5 file (see
/// h5_seal.h), named by the SHA-256 of its key:
///
///   attributes of the root group   kind = "hashlab checkpoint", key
///   /NAME                          float64 [columns x rows], for each matrix of the state
class CheckpointFolder final : public Checkpoints {
 public:
  explicit CheckpointFolder(std::string path, double seconds_between = 20)
      : path_(std::move(path)), seconds_between_(seconds_between) {}

  std::optional<State> found(const std::string& key) override;
  double seconds_between() const override { return seconds_between_; }
  void leave(const std::string& key, const State& state) override;
  /// Also removes the folder if it is then empty.
  void forget(const std::string& key) override;

  /// Removes all checkpoints, whichever process wrote them, and the folder if it is then empty.
  void clear();

 private:
  std::string file_of(const std::string& key) const;

  std::string path_;
  double seconds_between_;
};

}  // namespace hashlab
