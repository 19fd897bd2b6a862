#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace hashlab {

/// Looks on while something long is computed. `step` is told what is being done, and that `done` of
/// `total` parts of it are over; it may be empty, may be called from any thread, and may throw to
/// end the computation. Nothing that is computed depends on it.
struct Observer {
  std::function<void(std::string_view what, std::size_t done, std::size_t total)> step;

  void tell(std::string_view what, std::size_t done, std::size_t total) const {
    if (step) step(what, done, total);
  }
};

/// What an observer throws because somebody wants the work to end: no failure of the work.
struct Stopped {};

}  // namespace hashlab
