#include "tests/torch/modules.h"

#include <torch/script.h>

namespace hashlab::testing {

void write_module(const std::string& path, const std::string& forward) {
  torch::jit::Module module("Module");
  module.register_attribute("training", c10::BoolType::get(), false);
  module.register_parameter("W", torch::arange(1, 7, torch::kFloat).view({3, 2}), false);
  module.define("def forward(self, x):\n  " + forward + "\n");
  module.save(path);
}

}  // namespace hashlab::testing
