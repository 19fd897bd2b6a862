#pragma once

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// Parses a size such as "256M" and returns bytes. The size is a whole number with K, M, G (powers
/// of 1024) or nothing after it.
/// Errors:  invalid_argument.
std::size_t parse_memory(const std::string& text);

/// A size as text, such as "300M", rounded up to a whole number that parse_memory reads.
std::string memory_text(double bytes);

/// The memory that the process holds now, in bytes.
std::size_t memory_in_use();

}  // namespace hashlab::experiments
