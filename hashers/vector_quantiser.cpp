#include "hashers/vector_quantiser.h"

#include "hashers/finite_values.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlab::hashers {

std::size_t VectorQuantiser::dimensions(std::size_t bits, std::size_t d) const {
  if (bits < least_bits()) return 0;
  return std::max(d, coded_dimensions(bits, std::numeric_limits<std::size_t>::max()));
}

Quantisation VectorQuantiser::learn(const QuantiserInput& data, const Rng& rng,
                                    const Observer& observer) const {
  require_finite_values(data.Y);
  if (data.bits < least_bits()) {
    refuse(fmt::format("quantiser '{}' needs {} bits, those of its scalars included, codes have {}",
                       info().name, least_bits(), data.bits));
  }
  Quantisation quantisation;
  quantisation.vectors = learn_vectors(data, rng, observer);
  return quantisation;
}

}  // namespace hashlab::hashers
