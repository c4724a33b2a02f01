// Lookup tables for the square roots of the UCT formula.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace kibitz {

class SqrtTables {
 public:
  // In place of 1 / sqrt(0): times any bonus, this exceeds every value.
  static constexpr float kUnvisited = 1e20f;
  static constexpr float kMinBonus = 1e-14f;
  // Marks a child that is excluded from selection: times any bonus, this is below every value.
  static constexpr float kRuledOut = -1e20f;

  SqrtTables() {
    inverse_sqrts_[0] = kUnvisited;
    for (std::size_t n = 1; n < kSize; ++n) inverse_sqrts_[n] = 1 / std::sqrt(static_cast<float>(n));
    for (std::size_t n = 0; n < kSize; ++n) {
      logs_[n] = std::log(static_cast<float>(kSize + n) / static_cast<float>(kSize));
      if (n > 0) sqrt_logs_[n] = std::sqrt(std::log(static_cast<float>(n)));
    }
  }

  // 1 / sqrt(n).
  float inverse_sqrt(std::uint32_t n) const {
    return n < kSize ? inverse_sqrts_[n] : 1 / std::sqrt(static_cast<float>(n));
  }
  // sqrt(log(n)) for n > 0, accurate to a few parts per thousand, which is enough for exploration.
  float sqrt_log(std::uint32_t n) const {
    if (n < kSize) return sqrt_logs_[n];
    const int bits = static_cast<int>(std::bit_width(n)) - 1;
    const auto leading = static_cast<std::size_t>((static_cast<std::uint64_t>(n) << 32 >> bits) >> (32 - kBits));
    return std::sqrt(static_cast<float>(bits) * 0.693147181f + logs_[leading - kSize]);
  }

 private:
  static constexpr int kBits = 10;
  static constexpr std::size_t kSize = std::size_t{1} << kBits;
  std::array<float, kSize> inverse_sqrts_{}, logs_{}, sqrt_logs_{};
};

inline const SqrtTables kSqrtTables;

}  // namespace kibitz
