#pragma once

#include <armadillo>

#include <map>
#include <optional>
#include <string>

namespace hashlab {

/// Where a long computation leaves what it needs to go on after it was ended. A key names the
/// computation and everything that its result depends on, as in Reuse: no result depends on what is
/// found. Several threads may use it at once.
class Checkpoints {
 public:
  using State = std::map<std::string, arma::mat>;  ///< names are file names without folders

  virtual ~Checkpoints() = default;
  /// What was left last under this key; nothing if that is damaged.
  virtual std::optional<State> found(const std::string& key) = 0;
  /// Seconds of work that may be lost: how long to wait before the next is left.
  virtual double seconds_between() const = 0;
  /// Errors:  io_error; what was left before is still there.
  virtual void leave(const std::string& key, const State& state) = 0;
  virtual void forget(const std::string& key) = 0;
};

}  // namespace hashlab
