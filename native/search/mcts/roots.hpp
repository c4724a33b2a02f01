// Roots that are asked for at every node on the way.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace kibitz {

class Roots {
 public:
  // Stands for what was never tried: any reach times this is more than any value.
  static constexpr float kUntried = 1e20f;
  static constexpr float kLeastReach = 1e-14f;
  // Stands for what is never to be tried again: any reach times this is less than any value.
  static constexpr float kRuledOut = -1e20f;

  Roots() {
    inverse_[0] = kUntried;
    for (std::size_t n = 1; n < kKnown; ++n) inverse_[n] = 1 / std::sqrt(static_cast<float>(n));
    for (std::size_t n = 0; n < kKnown; ++n) {
      logs_[n] = std::log(static_cast<float>(kKnown + n) / static_cast<float>(kKnown));
      if (n > 0) of_logs_[n] = std::sqrt(std::log(static_cast<float>(n)));
    }
  }

  // 1 / sqrt(n).
  float inverse(std::uint32_t n) const { return n < kKnown ? inverse_[n] : 1 / std::sqrt(static_cast<float>(n)); }
  // sqrt(log(n)) to a few parts in a thousand, which is all that matters here; n is not 0.
  float of_log(std::uint32_t n) const {
    if (n < kKnown) return of_logs_[n];
    const int bits = static_cast<int>(std::bit_width(n)) - 1;
    const auto leading = static_cast<std::size_t>((static_cast<std::uint64_t>(n) << 32 >> bits) >> (32 - kBits));
    return std::sqrt(static_cast<float>(bits) * 0.693147181f + logs_[leading - kKnown]);
  }

 private:
  static constexpr int kBits = 10;
  static constexpr std::size_t kKnown = std::size_t{1} << kBits;
  std::array<float, kKnown> inverse_{}, logs_{}, of_logs_{};
};

inline const Roots kRoots;

}  // namespace kibitz
