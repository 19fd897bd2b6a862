#include "experiments/program/signals.h"

#include <csignal>

namespace hashlab {
namespace {

std::atomic<bool> stop_asked = false;

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  struct sigaction action = {};
  action.sa_handler = [](int) { stop_asked = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_asked;
}

}  // namespace hashlab
