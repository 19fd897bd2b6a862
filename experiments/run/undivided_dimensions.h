#pragma once

#include "hashers/model.h"

#include <string>

namespace hashlab::experiments {

/// A note on hash dimensions of a model that no threshold divides, so that all samples have the
/// same digit there. A quantiser that learns from neighbours chooses this where the neighbours do
/// not lie closer together on the projected line than other samples. Empty if every dimension with
/// thresholds is divided.
std::string undivided_dimensions_note(const hashers::Model& model);

}  // namespace hashlab::experiments
