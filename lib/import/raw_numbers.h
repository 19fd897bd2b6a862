#pragma once

#include "lib/import/foreign_table.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

// Consecutive little-endian numbers in a file: float, std::int32_t, std::uint8_t or std::int8_t.
namespace hashlab {

static_assert(std::endian::native == std::endian::little, "elements are copied as they are");

template <typename T>
constexpr Element raw_element = std::is_same_v<T, float>          ? Element::float32
                                : std::is_same_v<T, std::uint8_t> ? Element::uint8
                                                                  : Element::int32;

template <typename T>
T number_at(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// True if the bytes, read as a T, look like a feature or a row number. This distinguishes float
/// from int32: non-negative integers below 2^23, read as floats, are below 1.2e-38, and common real
/// numbers, read as integers, have magnitudes above 2^23. So only four zero bytes look like both.
template <typename T>
bool is_usual_number(const char* bytes) {
  if constexpr (sizeof(T) == 1) {
    return true;
  } else if constexpr (std::is_same_v<T, float>) {
    const auto bits = number_at<std::uint32_t>(bytes) & 0x7fffffffU;
    const float size = std::abs(number_at<float>(bytes));
    // Also infinity and the NaN that arithmetic yields; these are reported when they are stored.
    return bits == 0 || bits == 0x7f800000U || bits == 0x7fc00000U ||
           (size > 1e-30F && size < 1e30F);
  } else {
    const auto value = number_at<std::int32_t>(bytes);
    return value >= -1 && value < (1 << 23);
  }
}

}  // namespace hashlab
