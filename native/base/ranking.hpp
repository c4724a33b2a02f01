// Numbers of combinations, for ranking positions without gaps.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace kibitz {

// Pascal's triangle up to 64 things; entries that don't fit 64 bits are never
// needed for a table that fits a machine.
inline constexpr auto kWays = [] {
  std::array<std::array<std::uint64_t, 65>, 65> ways{};
  for (std::size_t n = 0; n <= 64; ++n) {
    ways[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
  }
  return ways;
}();

// How many ways to choose `chosen` of `things`; 0 if there are too few.
constexpr std::uint64_t binomial(int things, int chosen) {
  return chosen > things ? 0 : kWays[static_cast<std::size_t>(things)][static_cast<std::size_t>(chosen)];
}

// The product, or the largest number there is where it would not fit.
constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return a != 0 && b > most / a ? most : a * b;
}

}  // namespace kibitz
