#pragma once

#include "lib/embeddings/key_scan.h"

// The loop of KeyScan, which the compiler vectorises. Only the files key_scan_*.cpp include this
// header; the unnamed namespace gives each of them its own copy, compiled for its own instruction
// set.
namespace hashlab {
namespace {

template <bool subtracts>
std::size_t next_large(const float* g, const float* h, std::size_t n, float threshold,
                       std::size_t& begin, std::uint32_t* large) {
  const auto key = [=](std::size_t i) { return subtracts ? g[i] - h[i] : g[i]; };
  constexpr std::size_t chunk = KeyScan::chunk;
  std::size_t first = begin;
  for (; first + chunk <= n; first += chunk) {
    int found = 0;  // no early exit, so that the loop is vectorised
    for (std::size_t i = first; i < first + chunk; ++i) found |= key(i) >= threshold ? 1 : 0;
    if (found != 0) break;
  }
  const std::size_t end = first + chunk < n ? first + chunk : n;
  std::size_t count = 0;
  for (std::size_t i = first; i < end; ++i) {  // no branch, since it would be unpredictable
    large[count] = static_cast<std::uint32_t>(i);
    count += key(i) >= threshold ? 1 : 0;
  }
  begin = end;
  return count;
}

std::size_t next_large_key(const float* g, const float* h, std::size_t n, float threshold,
                           std::size_t& begin, std::uint32_t* large) {
  return h == nullptr ? next_large<false>(g, h, n, threshold, begin, large)
                      : next_large<true>(g, h, n, threshold, begin, large);
}

}  // namespace
}  // namespace hashlab
