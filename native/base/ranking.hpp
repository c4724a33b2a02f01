// Binomial coefficients, for the combinatorial number system of dense indexes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace kibitz {

// Pascal's triangle up to n = 64. Overflowing entries are never used: such a table would not fit in memory.
inline constexpr auto kBinomials = [] {
  std::array<std::array<std::uint64_t, 65>, 65> binomials{};
  for (std::size_t n = 0; n <= 64; ++n) {
    binomials[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
  }
  return binomials;
}();

// n over k; 0 if k > n.
constexpr std::uint64_t binomial(int n, int k) {
  return k > n ? 0 : kBinomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The product, saturated.
constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return a != 0 && b > most / a ? most : a * b;
}

}  // namespace kibitz
