#pragma once

#include "hashers/projector_state.h"
#include "lib/codes/codes.h"
#include "lib/ranking/asked.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

/// A trained quantiser that codes a vector as a whole, not each of its dimensions alone. Beside the
/// digits of a code it may store scalars, such as the length of the vector, in a few bytes. Codes
/// are not compared with codes: queries of real values estimate their squared Euclidean distances
/// to the coded vectors.
///
/// All values are those of the hash dimensions, one sample per row.
class VectorCoder {
 public:
  virtual ~VectorCoder() = default;
  /// The number of hash dimensions of the vectors.
  virtual std::size_t dimensions() const = 0;
  /// The format of the codes, with by_estimate set.
  virtual CodeFormat format() const = 0;
  /// The codes of the rows of Y (n x dimensions), with their scalars.
  virtual Codes encode(const arma::fmat& Y) const = 0;
  /// The rows of Y (m x dimensions) as queries of codes of this coder.
  virtual Asked ask(const arma::fmat& Y) const = 0;
  /// The numbers by which ask() estimates distances to these codes.
  virtual ItemNumbers numbers(const Codes& codes) const = 0;
  /// All data on which the other functions depend. VectorQuantiser::restore makes an equal coder
  /// from it.
  virtual ProjectorState state() const = 0;
};

}  // namespace hashlab::hashers
