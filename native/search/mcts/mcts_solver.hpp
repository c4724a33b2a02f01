// What is proven of a node by what is proven of its children.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "search/mcts/node.hpp"

namespace kibitz {

struct Proof {
  double lower, upper;
  std::uint32_t length;  // plies that the proof is long, where somebody wins
};

// A player has the best of its moves for sure, and no more than the best that one of
// them may be; chance does all there is, each as likely as it is.
inline Proof proof_of(Side turn, std::span<const SampleNode> children) {
  constexpr auto now = std::memory_order_relaxed;
  if (turn == Side::chance) {
    double lower = 0, upper = 0, all = 0;
    std::uint32_t length = 0;
    for (const auto& child : children) {
      lower += child.weight * child.lower.load(now);
      upper += child.weight * child.upper.load(now);
      all += child.weight;
      length = std::max<std::uint32_t>(length, child.length.load(now));
    }
    return {lower / all, upper / all, length + 1};
  }
  const double sign = turn == Side::first ? 1 : -1;
  double low = -2, high = -2;  // as the player to move sees them
  std::uint32_t shortest = 0, longest = 0;
  for (const auto& child : children) {
    const double one = sign * child.lower.load(now), other = sign * child.upper.load(now);
    const double least = one < other ? one : other, most = one < other ? other : one;
    const std::uint32_t length = child.length.load(now);
    if (least > low || (least == low && length < shortest)) shortest = length;
    if (least > low) low = least;
    if (most > high) high = most;
    if (longest < length) longest = length;
  }
  // A winner hurries, a loser delays.
  const auto length = (low > 0 ? shortest : longest) + 1;
  return turn == Side::first ? Proof{low, high, length} : Proof{-high, -low, length};
}

}  // namespace kibitz
