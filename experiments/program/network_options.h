#pragma once

#include "experiments/program/command.h"

namespace hashlab::experiments {

/// The option --device DEVICE: the device for training networks.
OptionSpec device_option();

/// The option --checkpoint-every SECONDS, for commands that train.
OptionSpec checkpoint_option();
double seconds_between_checkpoints(const Arguments& arguments);

}  // namespace hashlab::experiments
