// Bitboard of a fixed number of 64-bit words, for boards of any size.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "base/popcount.hpp"

namespace kibitz {

template <std::size_t Words>
struct Bits {
  std::array<std::uint64_t, Words> words{};

  static constexpr int capacity = static_cast<int>(Words) * 64;

  constexpr bool test(int cell) const { return (words[word(cell)] >> bit(cell)) & 1u; }
  constexpr void set(int cell) { words[word(cell)] |= std::uint64_t{1} << bit(cell); }
  constexpr void reset(int cell) { words[word(cell)] &= ~(std::uint64_t{1} << bit(cell)); }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (const auto w : words) all |= w;
    return all != 0;
  }
  constexpr int count() const {
    int total = 0;
    for (const auto w : words) total += popcount(w);
    return total;
  }

  constexpr Bits operator&(const Bits& other) const {
    return zip(other, [](auto a, auto b) { return a & b; });
  }
  constexpr Bits operator|(const Bits& other) const {
    return zip(other, [](auto a, auto b) { return a | b; });
  }
  // The cells of this set that are not in the other.
  constexpr Bits without(const Bits& other) const {
    return zip(other, [](auto a, auto b) { return a & ~b; });
  }

  // Shifts every cell down by `places`, which is below the capacity; cells below 0 are lost.
  constexpr Bits operator>>(int places) const {
    const std::size_t skip = word(places);
    const int down = bit(places);
    Bits out;
    for (std::size_t i = 0; i + skip < Words; ++i) {
      out.words[i] = words[i + skip] >> down;
      // Two shifts, as a shift by 64 is undefined.
      if (i + skip + 1 < Words) out.words[i] |= (words[i + skip + 1] << 1) << (63 - down);
    }
    return out;
  }
  // Shifts every cell up by `places`.
  constexpr Bits operator<<(int places) const {
    const std::size_t skip = word(places);
    const int up = bit(places);
    Bits out;
    for (std::size_t i = skip; i < Words; ++i) {
      out.words[i] = words[i - skip] << up;
      if (i > skip) out.words[i] |= (words[i - skip - 1] >> 1) >> (63 - up);
    }
    return out;
  }
  // The `count` cells from `cell` on, at most 64, as the low bits of a word.
  constexpr std::uint64_t slice(int cell, int count) const {
    const std::size_t i = word(cell);
    std::uint64_t out = words[i] >> bit(cell);
    if (i + 1 < Words) out |= (words[i + 1] << 1) << (63 - bit(cell));
    return count == 64 ? out : out & ((std::uint64_t{1} << count) - 1);
  }

  // Calls `visit` with each cell in the set, lowest first.
  template <class Visit>
  constexpr void each(Visit&& visit) const {
    for (std::size_t i = 0; i < Words; ++i)
      for (auto w = words[i]; w != 0; w &= w - 1) visit(static_cast<int>(i) * 64 + std::countr_zero(w));
  }

  // The cell with `place` cells of the set below it; it must exist.
  constexpr int at(std::uint32_t place) const {
    std::size_t i = 0;
    if constexpr (Words > 1)
      for (auto here = static_cast<std::uint32_t>(popcount(words[i])); place >= here;
           here = static_cast<std::uint32_t>(popcount(words[i]))) {
        place -= here;
        ++i;
      }
    auto w = words[i];
    for (; place > 0; --place) w &= w - 1;
    return static_cast<int>(i) * 64 + std::countr_zero(w);
  }

  friend constexpr bool operator==(const Bits&, const Bits&) = default;

 private:
  static constexpr std::size_t word(int cell) { return static_cast<std::size_t>(cell) / 64; }
  static constexpr int bit(int cell) { return cell % 64; }

  template <class Combine>
  constexpr Bits zip(const Bits& other, Combine combine) const {
    Bits out;
    for (std::size_t i = 0; i < Words; ++i) out.words[i] = combine(words[i], other.words[i]);
    return out;
  }
};

}  // namespace kibitz
