#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// Centres of C classes in K bits.
struct ClassCentres {
  arma::imat signs;          ///< K x C of +1 and -1, column c = class c
  std::size_t min_distance;  ///< Hamming distance of the two nearest centres; K for one class
};

/// Centres that are far apart, after Yuan et al., CVPR 2020, section 3.1. They are taken from a
/// Hadamard matrix if possible, otherwise from random codes:
///
///   C <= K    random rows of a Hadamard matrix of order K, each with a random sign: K / 2 apart.
///             Such matrices are constructed for K = 2^i q, q = 1 or p + 1 with p prime,
///             p = 3 mod 4 (Sylvester's doubling of Paley's first construction)
///   C <= 2K   all K rows with their signs, and the negatives of C - K of them
///   else, or if no matrix can be constructed: for one class after the other, the one of 2,000
///             random codes that is farthest from the nearest earlier centre
///
/// The published code takes the first rows of Sylvester's matrix. Some of its columns then
/// distinguish few classes or none: for 10 classes in 64 bits, 4 columns are equal for all classes.
/// Therefore the rows are drawn at random here.
/// Errors:  invalid_argument if two classes would have the same centre, which is inevitable for C >
///          2^K.
ClassCentres class_centres(std::size_t C, std::size_t K, const Rng& rng);

}  // namespace hashlab::hashers
