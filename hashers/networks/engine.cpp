#include "hashers/networks/engine.h"

#include <fmt/format.h>

namespace hashlab::hashers {

namespace {

std::string& device_in_use() {
  static std::string device = "cpu";
  return device;
}

}  // namespace

const std::string& network_device() {
  return device_in_use();
}

void use_network_device(const std::string& device) {
  if (device == network_device()) return;
  if (network_engine() == nullptr) throw EngineMissing("--device " + device);
  const std::string problem = network_engine()->problem_with(device);
  if (!problem.empty()) refuse(fmt::format("option '--device' = '{}': {}", device, problem));
  device_in_use() = device;
}

void require_engine(const LearningMethod& method) {
  if (method.needs_engine() && network_engine() == nullptr) {
    throw EngineMissing(method.info().name);
  }
}

}  // namespace hashlab::hashers
