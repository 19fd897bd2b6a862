#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <string>

namespace hashlab {

// Contents as parts of keys (see Reuse): SHA-256 of sizes and numbers, 64 hexadecimal digits.

std::string content_of(const arma::fmat& X);
std::string content_of(const Lists& lists);

}  // namespace hashlab
