#pragma once

#include "lib/import/picture_describer.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A trained network that turns pictures into features: a TorchScript module, in a file that this
/// process never loads, since loading runs what the file says.
struct BackboneSettings {
  std::string program;  ///< path of hashlab-backbone
  std::string module;   ///< path of the file
  std::string sha256;   ///< that it must have; empty: whatever it has
  std::vector<double> mean = {.485, .456, .406}, deviation = {.229, .224, .225};  ///< ImageNet's
  std::size_t batch = 32;   ///< pictures that it is given together, the last filled up
  std::size_t threads = 1;  ///< processes; the features do not depend on them
};

/// Pixels / 255, minus the mean, over the deviation of each channel, as batch x channels x height x
/// width; the module's output is batch x features.
/// Errors:  those of reading the file; invalid_argument if its SHA-256 is another, or mean and
///          deviation are not those of as many channels; corrupt_file naming the file and why, if
///          it is no module, does not take these pictures, gives something else than features or
///          numbers that are not finite, or crashes.
std::unique_ptr<PictureDescriber> backbone_describer(const BackboneSettings& settings,
                                                     const std::vector<std::size_t>& shape);

}  // namespace hashlab
