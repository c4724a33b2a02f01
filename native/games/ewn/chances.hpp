// Encodings of probabilities in a table: doubles, 16-bit fractions or bytes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kibitz {

// `Work` is the type for computing.
template <class Stored>
struct EwnChance;

template <>
struct EwnChance<double> {
  using Work = double;
  static double encode(double chance) { return chance; }
  static double decode(double stored) { return stored; }
};

// The error is at most half of 1/65535.
template <>
struct EwnChance<std::uint16_t> {
  using Work = float;
  static std::uint16_t encode(float chance) { return static_cast<std::uint16_t>(chance * 65535 + 0.5f); }
  static float decode(std::uint16_t stored) { return static_cast<float>(stored) / 65535; }
};

// 0 and 255 are certain; the rest is divided into 254 equal intervals, so the error is at most half of 1/254.
template <>
struct EwnChance<std::uint8_t> {
  using Work = float;
  static constexpr int kParts = 254;
  static std::uint8_t encode(float chance) {
    if (chance <= 0) return 0;
    if (chance >= 1) return 255;
    return static_cast<std::uint8_t>(1 + std::min(kParts - 1, static_cast<int>(chance * kParts)));
  }
  static float decode(std::uint8_t stored) {
    if (stored == 0 || stored == 255) return stored == 0 ? 0 : 1;
    return (static_cast<float>(stored) - 0.5f) / kParts;
  }
};

}  // namespace kibitz
