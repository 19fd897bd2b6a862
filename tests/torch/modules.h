#pragma once

#include <string>

namespace hashlab::testing {

/// Writes a TorchScript module whose forward is this: "return x.mean([2, 3])". It has the parameter
/// W, 3 x 2: 1 2, 3 4, 5 6.
void write_module(const std::string& path, const std::string& forward);

/// Writes a module of four 3 x 3 convolutions of 32 channels and a mean: pictures of three channels
/// into 32 features.
void write_convolutions(const std::string& path);

/// Seconds that the module takes by itself for so many batches of zeros, on one thread.
double seconds_of_module(const std::string& path, int batches, int batch, int side);

}  // namespace hashlab::testing
