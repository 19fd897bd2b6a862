#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

// Contents as parts of keys (see Reuse): the QuickSum of sizes and numbers, 32 hexadecimal digits.
// Hashing a matrix for its key takes a fifth of the time of SHA-256.

std::string content_of(const arma::fmat& X);
std::string content_of(const Lists& lists);

}  // namespace hashlab::hashers
