#pragma once

#include "lib/import/picture_describer.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A trained network that turns images into features: a TorchScript module in a file. Loading a
/// module executes code from its file, so only child processes, which run `program`, load it.
struct BackboneSettings {
  std::string program;  ///< path of hashlab-backbone
  std::string module;   ///< path of the module's file
  std::string sha256;   ///< required SHA-256 of that file; empty: not checked
  /// The mean and the standard deviation of each channel, for pixel values scaled to 0 .. 1. The
  /// defaults are those of ImageNet.
  std::vector<double> mean = {.485, .456, .406}, deviation = {.229, .224, .225};
  std::size_t batch = 32;   ///< images per forward pass; the last batch is padded
  std::size_t threads = 1;  ///< processes that run the network; does not change the features
};

/// A describer that computes features with a trained network, for images of this shape (as for
/// MakeDescriber). The input of the network is batch x channels x height x width, with the values
/// (pixels / 255 - mean) / deviation of the channel. Its output is batch x features.
/// Errors:  those of reading the file; unreadable if `program` cannot be started; invalid_argument
///          if the SHA-256 of the file differs from the required one, or mean and deviation have
///          another number of channels than the images; corrupt_file naming the file and the reason
///          if it is not a module or does not accept these images. describe() throws corrupt_file
///          if the network returns a number that is not finite, or crashes.
std::unique_ptr<PictureDescriber> backbone_describer(const BackboneSettings& settings,
                                                     const std::vector<std::size_t>& shape);

}  // namespace hashlab
