#include "experiments/suite/reading_threads.h"

#include <algorithm>
#include <thread>

namespace hashlab::experiments {

std::size_t reading_threads(std::size_t cells) {
  constexpr std::size_t worth_a_thread = 64;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  return std::min(cores, 1 + cells / worth_a_thread);
}

}  // namespace hashlab::experiments
