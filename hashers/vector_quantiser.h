#pragma once

#include "hashers/hasher.h"
#include "hashers/vector_coder.h"

#include <cstddef>
#include <memory>

namespace hashlab::hashers {

/// A quantiser that codes vectors as a whole, with its settings.
class VectorQuantiser : public Quantiser {
 public:
  bool codes_vectors() const final { return true; }
  /// The least number of bits of a code.
  virtual std::size_t least_bits() const = 0;
  /// It takes all hash dimensions that the features give, so that the length of a vector is known
  /// even if only some of its dimensions are coded. If the bits suffice for more dimensions, it
  /// takes as many as they suffice for.
  std::size_t dimensions(std::size_t bits, std::size_t d) const override;
  /// The number of dimensions that `bits` bits code, at most `dims`.
  virtual std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const = 0;

  /// Trains a coder of vectors on the rows of data.Y, with codes of at most data.bits bits, those
  /// of scalars included.
  /// Errors:  invalid_argument if there are no samples; numerical if a value is not finite.
  virtual std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data,
                                                           const Rng& rng,
                                                           const Observer& observer) const = 0;
  /// Recreates the coder from VectorCoder::state().
  /// Errors:  corrupt_file if another quantiser wrote the state, or if its arrays do not fit `dims`
  ///          hash dimensions and `bits` bits.
  virtual std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                                     std::size_t bits) const = 0;

  Quantisation learn(const QuantiserInput& data, const Rng& rng,
                     const Observer& observer) const final;
};

}  // namespace hashlab::hashers
