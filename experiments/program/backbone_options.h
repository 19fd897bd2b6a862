#pragma once

#include "experiments/program/command.h"
#include "lib/import/backbone.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

// For commands that read images: the value torchscript:MODEL.pt of --features, which names a
// TorchScript module that computes features, and the options of this module.

/// True if this value of --features names a TorchScript module.
bool names_backbone(std::string_view features);

/// The options --model-sha256, --mean, --deviation and --batch, for the declaration of a command.
std::vector<OptionSpec> backbone_options();

/// The settings of the module that --features names; none if --features names no module. `threads`
/// is the number of threads of the module.
/// Errors:  invalid_argument if an option of backbone_options() is given without a module or has an
///          invalid value, or if the program hashlab-backbone, which applies modules, is not in the
///          folder of this program.
std::optional<BackboneSettings> backbone_settings(const Arguments& arguments, std::size_t threads);

}  // namespace hashlab::experiments
