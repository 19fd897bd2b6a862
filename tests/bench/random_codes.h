#pragma once

#include "lib/codes/codes.h"
#include "lib/rng.h"

namespace hashlab::bench {

/// Every bit at random.
inline Codes random_codes(const CodeFormat& format, std::size_t n, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < codes.words.size(); ++i) {
    const bool last = i % codes.n_words() == codes.n_words() - 1;
    const std::size_t used = last ? (format.bits - 1) % 64 + 1 : 64;
    codes.words[i] = rng.bits() >> (64 - used);
  }
  return codes;
}

}  // namespace hashlab::bench
