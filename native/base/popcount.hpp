// Population count.
#pragma once

#include <bit>
#include <cstdint>

namespace kibitz {

// Without a POPCNT instruction std::popcount is a library call; this inlines.
constexpr int popcount(std::uint64_t w) {
#if defined(__POPCNT__) || defined(__aarch64__)
  return std::popcount(w);
#else
  w -= w >> 1 & 0x5555555555555555u;
  w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
  w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<int>((w * 0x0101010101010101u) >> 56);
#endif
}

}  // namespace kibitz
