#include "experiments/program/signals.h"

#include "lib/files/temporary_file.h"

#include <csignal>

namespace hashlab::experiments {
namespace {

std::atomic<bool> work_can_stop = false, stop_asked = false;

void on_signal(int number) {
  if (work_can_stop && !stop_asked.exchange(true)) return;
  remove_temporary_files();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void end_cleanly_on_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // nohup, for example, sets SIGHUP to be ignored
    action = {};
    action.sa_handler = on_signal;
    sigaction(number, &action, nullptr);
  }
}

const std::atomic<bool>& stop_on_signals() {
  end_cleanly_on_signals();
  work_can_stop = true;
  return stop_asked;
}

}  // namespace hashlab::experiments
