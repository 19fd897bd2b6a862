#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace hashlab {

/// Follows the progress of a long computation. The function `step` receives the name of the current
/// step and how many of its parts are finished: `done` of `total`. The function may be empty, may
/// be called from any thread, and may throw to stop the computation. Results do not depend on it.
struct Observer {
  std::function<void(std::string_view what, std::size_t done, std::size_t total)> step;

  void tell(std::string_view what, std::size_t done, std::size_t total) const {
    if (step) step(what, done, total);
  }
};

/// Thrown by an observer to stop the computation on request; not a failure.
struct Stopped {};

}  // namespace hashlab
