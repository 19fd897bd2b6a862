#pragma once

#include "experiments/program/command.h"

namespace hashlab::experiments {

/// --device DEVICE, where networks are learned.
OptionSpec device_option();

/// --checkpoint-every SECONDS, of verbs that learn.
OptionSpec checkpoint_option();
double seconds_between_checkpoints(const Arguments& arguments);

}  // namespace hashlab::experiments
