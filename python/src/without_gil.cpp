#include "without_gil.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace py = pybind11;

namespace hashlab::python {
namespace {

std::atomic<int> busy_threads = 0;
std::atomic<bool> is_ending = false;

/// Runs at exit, after the interpreter has ended and before any destructor.
void wait_for_threads(int status, void*) {
  is_ending = true;
  for (int i = 0; i < 60 && busy_threads > 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (busy_threads == 0) return;
  std::fflush(nullptr);
  _exit(status);
}

/// What the thread that works and the one that waits share.
struct Task {
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::condition_variable is_done;
  bool done = false;
  std::exception_ptr failure;
  bool news = false;
  std::string what;
  std::size_t parts = 0, total = 0;
};

void follow(Task& task, std::string_view what, std::size_t parts, std::size_t total) {
  if (task.stop || is_ending) throw Stopped{};
  const std::lock_guard lock(task.mutex);
  task.news = true;
  task.what = what;
  task.parts = parts;
  task.total = total;
}

void work_on(const std::shared_ptr<Task>& task, std::function<void(const Observer&)> work) {
  const Busy busy;
  std::exception_ptr failure;
  try {
    work(Observer{[task](std::string_view what, std::size_t parts, std::size_t total) {
      follow(*task, what, parts, total);
    }});
  } catch (...) {
    failure = std::current_exception();
  }
  work = nullptr;  // its inputs are gone before the caller goes on
  const std::lock_guard lock(task->mutex);
  task->failure = failure;
  task->done = true;
  task->is_done.notify_all();
}

/// True if the task ends within this time.
bool wait_for(Task& task, std::chrono::milliseconds time) {
  return without_gil([&] {
    std::unique_lock lock(task.mutex);
    return task.is_done.wait_for(lock, time, [&] { return task.done; });
  });
}

void report(Task& task, const py::object& progress) {
  if (progress.is_none()) return;
  std::string what;
  std::size_t parts = 0, total = 0;
  {
    const std::lock_guard lock(task.mutex);
    if (!task.news) return;
    task.news = false;
    what = task.what;
    parts = task.parts;
    total = task.total;
  }
  progress(what, parts, total);
}

}  // namespace

Busy::Busy() {
  ++busy_threads;
}

Busy::~Busy() {
  --busy_threads;
}

void end_quietly() {
  // A forked process has the calling thread only.
  pthread_atfork(nullptr, nullptr, [] { busy_threads = 0; });
  // Handlers run in reverse order. Python calls its own before those of C, so this one is
  // registered last and runs first, whatever was constructed since the import.
  const auto at_exit = [] { on_exit(wait_for_threads, nullptr); };
  py::module_::import("atexit").attr("register")(py::cpp_function(at_exit));
}

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

void run_interruptibly(std::function<void(const Observer&)> work, const py::object& progress) {
  const auto task = std::make_shared<Task>();
  std::thread(work_on, task, std::move(work)).detach();
  work = nullptr;
  while (!wait_for(*task, std::chrono::milliseconds(50))) {
    std::exception_ptr stopped;
    try {
      check_signals();
      report(*task, progress);
    } catch (...) {
      stopped = std::current_exception();
    }
    if (!stopped) continue;
    task->stop = true;
    wait_for(*task, std::chrono::milliseconds(300));
    std::rethrow_exception(stopped);
  }
  if (task->failure) std::rethrow_exception(task->failure);
  report(*task, progress);
}

}  // namespace hashlab::python
