#pragma once

#include "tests/support/support.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::testing {

/// A call that could change the watched folder, as the preload library logs it (preload/calls.cpp
/// explains its letters and its environment).
struct WatchedCall {
  std::string number;  ///< from 1; "-" for notes, which cannot be made to fail
  char kind = 0;
  std::size_t bytes = 0;
  std::string path, other;  ///< relative to the folder
};

using Environment = std::map<std::string, std::string>;

/// Runs the program in a folder, with the preload library watching that folder. `arguments` are
/// separated by blanks. Ends as 128 + SIGALRM if it takes longer than two minutes.
Outcome run_watched(const std::string& folder, const std::string& arguments,
                    const Environment& environment = {});

/// What a run called.
struct Watched {
  Outcome outcome = {};
  std::vector<WatchedCall> calls;  ///< without notes
  bool is_blind = false;           ///< it wrote by ways that are not watched
  std::size_t allocations = 0;     ///< after it had opened a first file
  std::vector<std::string> crash;  ///< where it was, innermost first, if it crashed
};
/// What a file says to which FAULTS_LOG pointed.
Watched read_log(const std::string& path);
/// Runs the program and reads its log.
Watched count_calls(const std::string& folder, const std::string& arguments);

/// Contents of all files below a folder, by their names relative to it.
using Snapshot = std::map<std::string, std::string>;
Snapshot snapshot(const std::string& folder);

/// Is this a lease, or the word of a run that is at work, of runs that share a results folder?
bool is_of_sharing(const std::string& path);

/// Is this a name that a file has until it is complete, a lock of a results folder, or of sharing?
bool is_temporary(const std::string& path);
/// The name that it will have then; of other files their own.
std::string final_name(const std::string& path);

/// Calls action(worker, i) for i = 0 .. n - 1 on every core; worker is below workers().
std::size_t workers();
template <typename Action>
void on_every_core(std::size_t n, Action action) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < workers(); ++worker) {
    threads.emplace_back([&, worker] {
      for (std::size_t i = next++; i < n; i = next++) action(worker, i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// Can programs be watched? If not, because they are built with a sanitizer, which has a loader of
/// its own, the running test case counts as skipped and has to return.
bool can_watch();

}  // namespace hashlab::testing
