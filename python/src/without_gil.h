#pragma once

#include "lib/observer.h"

#include <pybind11/pybind11.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace hashlab::python {

/// Counts the calling thread as busy with C++ while an object lives; see end_quietly().
class Busy {
 public:
  Busy();
  ~Busy();
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
};

/// Lets the process end while threads are inside C++, such as daemon threads and those that Ctrl-C
/// left behind. The destructors that run at exit, of OpenBLAS for example, free what these threads
/// use, so the process could crash. Before them, this asks the threads to stop and waits up to
/// 0.3 s. If some still compute, the process ends without the destructors, with the same status.
/// Call it once, when the module is imported.
void end_quietly();

/// The result of work(), which is called without Python's lock.
///
/// An interpreter that ends stops its daemon threads where they take the lock again, by unwinding
/// their stacks. The lock is therefore taken by a plain statement. pybind11's gil_scoped_release
/// takes it in a destructor, through which nothing can unwind, so that the process would abort.
/// Errors:  those of `work`.
template <typename Work>
auto without_gil(const Work& work) {
  using Result = decltype(work());
  std::exception_ptr failure;
  if constexpr (std::is_void_v<Result>) {
    PyThreadState* const state = PyEval_SaveThread();
    try {
      const Busy busy;
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    PyEval_RestoreThread(state);
    if (failure) std::rethrow_exception(failure);
  } else {
    std::optional<Result> result;
    PyThreadState* const state = PyEval_SaveThread();
    try {
      const Busy busy;
      result.emplace(work());
    } catch (...) {
      failure = std::current_exception();
    }
    PyEval_RestoreThread(state);
    if (failure) std::rethrow_exception(failure);
    return std::move(*result);
  }
}

/// Throws KeyboardInterrupt, or what another signal handler of Python raises, if a signal has
/// arrived.
void check_signals();

/// Runs `work` on a thread of its own, while the caller waits without Python's lock and looks for
/// signals every 50 ms. If there is one, the work is stopped through its observer, and is left
/// behind if it does not end within 0.3 s: steps that report nothing can take half a minute. `work`
/// must hold everything it uses, none of it a Python object. `progress` is None, or a function that
/// is called with the name of a step, the parts done and all parts, in the caller's thread.
/// Errors:  those of `work`, of signals and of `progress`.
void run_interruptibly(std::function<void(const Observer&)> work,
                       const pybind11::object& progress = pybind11::none());

/// The result of `work`; see run_interruptibly().
template <typename Result>
Result interruptible(const std::function<Result(const Observer&)>& work,
                     const pybind11::object& progress = pybind11::none()) {
  const auto result = std::make_shared<std::optional<Result>>();
  run_interruptibly([result, work](const Observer& observer) { result->emplace(work(observer)); },
                    progress);
  return std::move(**result);
}

}  // namespace hashlab::python
