#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Which bit of a byte comes first. `little`: bit j of a code is position j % 8 of byte j / 8, as
/// in our own files and numpy.packbits(bitorder='little'); `big`: position 7 - j % 8, as NumPy
/// packs by default.
enum class BitOrder { little, big };

/// Bytes of a packed code.
inline std::size_t packed_bytes(const CodeFormat& format) {
  return (format.bits + 7) / 8;
}

/// `count` packed codes of packed_bytes(format) bytes each. Padding bits are copied unchecked, see
/// first_row_with_padding.
Codes unpack(const CodeFormat& format, const std::uint8_t* bytes, std::size_t count,
             BitOrder order);

/// The first code with a padding bit set, which breaks the invariant of Codes; n if there is none.
std::size_t first_row_with_padding(const Codes& codes);

/// The codes as rows of packed_bytes(format) bytes, little bit order.
std::vector<std::uint8_t> pack(const Codes& codes);

}  // namespace hashlab
