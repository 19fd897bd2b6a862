#pragma once

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// Parses a size such as "256M" and returns the number of bytes. The size is a whole number, with
/// K, M or G (powers of 1024) or nothing after it.
/// Errors:  invalid_argument if the text is not such a size, or the size is 0 or above 2^50 bytes.
std::size_t parse_memory(const std::string& text);

/// A number of bytes, rounded up to whole MiB, as text that parse_memory reads, such as "300M".
std::string memory_text(double bytes);

/// The resident memory of the process now, in bytes.
std::size_t memory_in_use();

}  // namespace hashlab::experiments
