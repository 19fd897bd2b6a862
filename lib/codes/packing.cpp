#include "lib/codes/packing.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hashlab {
namespace {

static_assert(std::endian::native == std::endian::little,
              "words are copied from files as they are");

/// Reverses the bits of every byte of a word.
std::uint64_t reverse_in_bytes(std::uint64_t x) {
  constexpr std::uint64_t one = 0x5555555555555555, two = 0x3333333333333333,
                          four = 0x0f0f0f0f0f0f0f0f;
  x = (x >> 1 & one) | (x & one) << 1;
  x = (x >> 2 & two) | (x & two) << 2;
  return (x >> 4 & four) | (x & four) << 4;
}

}  // namespace

void unpack(const std::uint8_t* bytes, std::size_t count, BitOrder order, Codes& codes,
            std::size_t first) {
  if (count == 0) return;
  const std::size_t row = packed_bytes(codes.format), W = codes.n_words();
  std::uint64_t* words = codes.words.data() + first * W;
  if (row == 8 * W) {
    std::memcpy(words, bytes, count * row);
  } else {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(words + i * W, bytes + i * row, row);
  }
  if (order == BitOrder::big) std::transform(words, words + count * W, words, reverse_in_bytes);
}

std::size_t first_row_with_padding(const Codes& codes) {
  const std::size_t used = codes.format.bits % 64, W = codes.n_words();
  if (used == 0) return codes.n;
  for (std::size_t i = 0; i < codes.n; ++i) {
    if (codes.code(i)[W - 1] >> used != 0) return i;
  }
  return codes.n;
}

std::vector<std::uint8_t> pack(const Codes& codes) {
  const std::size_t row = packed_bytes(codes.format);
  std::vector<std::uint8_t> bytes(codes.n * row);
  for (std::size_t i = 0; i < codes.n; ++i) {
    std::memcpy(bytes.data() + i * row, codes.code(i), row);
  }
  return bytes;
}

}  // namespace hashlab
