#pragma once

#include "hashers/model.h"

#include <string>

namespace hashlab::experiments {

/// A note that some hash dimensions of a model have only thresholds that no value reaches, so that
/// all samples have the same digit there. A quantiser that learns from neighbours chooses such
/// thresholds if neighbours are not closer together in the dimension than other samples. Empty if
/// there are no such dimensions.
std::string undivided_dimensions_note(const hashers::Model& model);

}  // namespace hashlab::experiments
