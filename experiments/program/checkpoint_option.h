#pragma once

#include "experiments/program/command.h"

namespace hashlab {

/// --checkpoint-every SECONDS, of verbs that learn.
OptionSpec checkpoint_option();
double seconds_between_checkpoints(const Arguments& arguments);

}  // namespace hashlab
