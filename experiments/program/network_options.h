#pragma once

#include "experiments/program/command.h"

namespace hashlab::experiments {

/// The option --device DEVICE: the device for training networks.
OptionSpec device_option();

/// The option --checkpoint-every SECONDS, for commands that train networks.
OptionSpec checkpoint_option();
/// The value of --checkpoint-every, 20 if it is not given. 0 means a checkpoint after every epoch.
/// Errors:  invalid_argument if the value is not a whole number from 0 to 86400.
double seconds_between_checkpoints(const Arguments& arguments);

}  // namespace hashlab::experiments
