#include "lib/parallel.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace hashlab {

void parallel(std::size_t threads, std::size_t n, const std::function<void(std::size_t)>& work) {
  enum class State { waiting, working, abandoned };
  std::atomic<State> state = State::waiting;
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  const auto run = [&] {
    state.wait(State::waiting);
    if (state == State::abandoned) return;
    for (std::size_t part; (part = next++) < n;) {
      try {
        work(part);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
        next = n;
      }
    }
  };
  std::vector<std::thread> others;
  const std::size_t wanted = std::min(threads, n);
  std::string refused;
  try {
    for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(run);
  } catch (const std::system_error& error) {
    refused = error.code().message();
  }
  state = refused.empty() ? State::working : State::abandoned;
  state.notify_all();
  run();
  for (std::thread& thread : others) thread.join();
  if (!refused.empty()) {
    throw Error(ErrorCode::io_error,
                fmt::format("only {} of {} threads could be started ({}): ask for fewer with "
                            "--threads or --jobs, or raise the limit (ulimit -u, ulimit -v)",
                            others.size() + 1, wanted, refused));
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace hashlab
