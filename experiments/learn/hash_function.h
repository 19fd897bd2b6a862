#pragma once

#include "experiments/suite/cell.h"
#include "hashers/registry.h"
#include "lib/types.h"
#include "results/record/direction.h"

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// A hash function that a run trains: a hashing method, the number of its hash dimensions, and the
/// direction of retrieval in which it is used. The method must exist as long as this object.
struct HashFunction {
  const hashers::Hasher& hasher;
  std::size_t dims;
  results::Direction direction = {};  ///< empty if the data set is read with one view
  std::size_t bits = 0;  ///< of a code; only quantisers that code vectors as a whole use it
};

/// `hasher` as the hash function of a cell: with the hash dimensions that the cell's code length
/// gives, and in its direction. The cell must have a code length.
HashFunction hash_function_of(const Cell& cell, const hashers::Hasher& hasher);
/// The same for any quantiser, also one that codes vectors as a whole, whose hash dimensions depend
/// on the number of features.
HashFunction hash_function_of(const Cell& cell, const hashers::Hasher& hasher,
                              const Dataset& dataset);

/// A text that identifies a projection, its number of dimensions and, if there are several, the
/// view that a one-view method is trained on. It is equal for hash functions that share the trained
/// projection.
std::string projection_key(const HashFunction& function);

}  // namespace hashlab::experiments
