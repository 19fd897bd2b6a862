#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

// Checksums of data, for keys of cached results (see Reuse): the QuickSum (see
// lib/files/quick_sum.h) of sizes and numbers as 32 hexadecimal digits. Computing a QuickSum takes
// a fifth of the time of SHA-256.

std::string content_of(const arma::fmat& X);
std::string content_of(const Lists& lists);

}  // namespace hashlab::hashers
