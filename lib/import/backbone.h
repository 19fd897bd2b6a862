#pragma once

#include "lib/import/picture_describer.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A trained network that turns images into features. It is a TorchScript module in a file that
/// this process never loads, since loading a module executes code from the file.
struct BackboneSettings {
  std::string program;  ///< path of hashlab-backbone
  std::string module;   ///< path of the module's file
  std::string sha256;   ///< required SHA-256 of that file; empty: not checked
  /// Of each channel, for pixels in 0 .. 1. The defaults are those of ImageNet.
  std::vector<double> mean = {.485, .456, .406}, deviation = {.229, .224, .225};
  std::size_t batch = 32;   ///< images per forward pass; the last batch is padded
  std::size_t threads = 1;  ///< processes that run the network; they do not change the features
};

/// Describes images of the given shape by a trained network. For each channel, the network's input
/// is (pixels / 255 - mean) / deviation, as batch x channels x height x width; its output is
/// batch x features.
/// Errors:  those of reading the file; invalid_argument if its SHA-256 differs from the required
///          one, or mean and deviation have another number of channels than the images;
///          corrupt_file naming the file and the reason if it is not a module, does not accept
///          these images, returns anything other than finite features, or crashes.
std::unique_ptr<PictureDescriber> backbone_describer(const BackboneSettings& settings,
                                                     const std::vector<std::size_t>& shape);

}  // namespace hashlab
