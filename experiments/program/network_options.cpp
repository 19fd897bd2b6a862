#include "experiments/program/network_options.h"

namespace hashlab::experiments {

OptionSpec device_option() {
  return one_of(
      {"device", "DEVICE",
       "device on which LibTorch trains networks: cpu, cuda, or one GPU such as cuda:1 [cpu]"},
      {"cpu", "cuda"});
}

OptionSpec checkpoint_option() {
  return {"checkpoint-every", "SECONDS",
          "seconds between checkpoints of network training; an interruption loses the training "
          "since the last checkpoint; 0: a checkpoint after every epoch [20]"};
}

double seconds_between_checkpoints(const Arguments& arguments) {
  return static_cast<double>(arguments.count("checkpoint-every", 20, 0, 86400));
}

}  // namespace hashlab::experiments
