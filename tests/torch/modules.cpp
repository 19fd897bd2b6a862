#include "tests/torch/modules.h"

#include "lib/stopwatch.h"

#include <ATen/Parallel.h>
#include <torch/script.h>

namespace hashlab::testing {

void write_module(const std::string& path, const std::string& forward) {
  torch::jit::Module module("Module");
  module.register_attribute("training", c10::BoolType::get(), false);
  module.register_parameter("W", torch::arange(1, 7, torch::kFloat).view({3, 2}), false);
  module.define("def forward(self, x):\n  " + forward + "\n");
  module.save(path);
}

void write_convolutions(const std::string& path) {
  torch::jit::Module module("Module");
  module.register_attribute("training", c10::BoolType::get(), false);
  std::string forward = "def forward(self, x):\n";
  for (int layer = 0; layer < 4; ++layer) {
    const std::string name = "W" + std::to_string(layer);
    module.register_parameter(name, torch::full({32, layer == 0 ? 3 : 32, 3, 3}, .01F), false);
    forward += "  x = torch.relu(torch.conv2d(x, self." + name + ", padding=[1, 1]))\n";
  }
  module.define(forward + "  return x.mean([2, 3])\n");
  module.save(path);
}

double seconds_of_module(const std::string& path, int batches, int batch, int side) {
  at::set_num_threads(1);
  const torch::NoGradGuard no_gradient;
  torch::jit::Module module = torch::jit::load(path);
  module.eval();
  const torch::Tensor pictures = torch::zeros({batch, 3, side, side});
  module.forward({pictures});
  module.forward({pictures});
  const Stopwatch watch;
  for (int k = 0; k < batches; ++k) module.forward({pictures});
  return watch.seconds();
}

}  // namespace hashlab::testing
