#include "lib/codes/packing.h"

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

Codes unpack(const CodeFormat& format, const std::uint8_t* bytes, std::size_t count,
             BitOrder order) {
  Codes codes(format, count);
  if (count == 0) return codes;
  const std::size_t row = packed_bytes(format), W = format.n_words();
  if (row == 8 * W) {
    std::memcpy(codes.words.data(), bytes, count * row);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(codes.words.data() + i * W, bytes + i * row, row);
    }
  }
  if (order == BitOrder::big) {
    for (std::uint64_t& word : codes.words) word = reverse_in_bytes(word);
  }
  return codes;
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
