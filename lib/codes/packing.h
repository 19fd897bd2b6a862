#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// The order of bits in packed bytes. `little`: bit j of a code is bit j % 8 of byte floor(j / 8),
/// where bit 0 is the lowest, as in files of CodeWriter and numpy.packbits(bitorder='little').
/// `big`: bit j of a code is bit 7 - j % 8 of this byte, the default of numpy.packbits.
enum class BitOrder { little, big };

/// The number of bytes of a packed code.
inline std::size_t packed_bytes(const CodeFormat& format) {
  return (format.bits + 7) / 8;
}

/// Copies the `count` codes that are packed in `bytes`, with packed_bytes(codes.format) bytes each,
/// to codes first .. first + count - 1 of `codes`, whose bits must be zero. Padding bits are copied
/// unchecked, see first_row_with_padding.
void unpack(const std::uint8_t* bytes, std::size_t count, BitOrder order, Codes& codes,
            std::size_t first);

/// The position of the first code that has a padding bit set, which breaks the invariant of Codes;
/// codes.n if there is none.
std::size_t first_row_with_padding(const Codes& codes);

/// The codes packed into rows of packed_bytes(codes.format) bytes, in little bit order.
std::vector<std::uint8_t> pack(const Codes& codes);

}  // namespace hashlab
