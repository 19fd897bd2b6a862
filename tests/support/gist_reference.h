#pragma once

#include "lib/images/gist.h"

#include <cstdint>
#include <vector>

namespace hashlab::testing {

/// GIST of one picture, told as simply as possible: in double precision, a filter after another,
/// transforms as products with the matrix of the discrete Fourier transform.
std::vector<double> gist_by_definition(const GistSettings& settings, const std::uint8_t* picture);

}  // namespace hashlab::testing
