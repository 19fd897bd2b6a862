#pragma once

#include <armadillo>

#include <map>
#include <optional>
#include <string>

namespace hashlab {

/// Saved states of long computations, so that an interrupted computation can continue. A key names
/// the computation and everything that its result depends on, as in Reuse, so a result never
/// depends on which states are found. Several threads may use an object at once.
class Checkpoints {
 public:
  /// Matrices by name. A name must be a valid file name, without a folder.
  using State = std::map<std::string, arma::mat>;

  virtual ~Checkpoints() = default;
  /// The last state saved under this key; none if there is no state or it is damaged.
  virtual std::optional<State> found(const std::string& key) = 0;
  /// How many seconds to wait between saved states, which is the work that may be lost.
  virtual double seconds_between() const = 0;
  /// Saves a state under a key. Errors: io_error; the previous state is then still there.
  virtual void leave(const std::string& key, const State& state) = 0;
  virtual void forget(const std::string& key) = 0;
};

}  // namespace hashlab
