#pragma once

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// Parses a size such as "256M" and returns the number of bytes. The size is a whole number, with
/// K, M or G (powers of 1024) or nothing after it.
/// Errors:  invalid_argument.
std::size_t parse_memory(const std::string& text);

/// A number of bytes as text that parse_memory reads, such as "300M", rounded up.
std::string memory_text(double bytes);

/// The memory that the process holds now, in bytes.
std::size_t memory_in_use();

}  // namespace hashlab::experiments
