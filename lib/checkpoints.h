#pragma once

#include <armadillo>

#include <map>
#include <optional>
#include <string>

namespace hashlab {

/// Saved states of long computations, so that an interrupted computation can continue. A key names
/// the computation and everything that its result depends on, as a key of Reuse (lib/reuse.h) does,
/// so a result never depends on which states are found. Several threads may use an object at once.
class Checkpoints {
 public:
  /// Matrices by name. A name must be a valid file name, without a folder.
  using State = std::map<std::string, arma::mat>;

  virtual ~Checkpoints() = default;
  /// The last state saved under this key; none if there is no state or it is damaged.
  virtual std::optional<State> found(const std::string& key) = 0;
  /// The number of seconds between two saved states. An interruption loses at most about this much
  /// work.
  virtual double seconds_between() const = 0;
  /// Saves a state under a key, in place of the previous one.
  /// Errors:  io_error; the previous state is then still there.
  virtual void leave(const std::string& key, const State& state) = 0;
  /// Deletes the state saved under a key, if there is one.
  virtual void forget(const std::string& key) = 0;
};

}  // namespace hashlab
