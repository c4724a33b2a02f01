// MCTS-Solver (Winands, Björnsson, Saito 2008): proved bounds of a node from those of its children.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "search/mcts/node.hpp"

namespace kibitz {

struct ProofBounds {
  double lower, upper;
  std::uint32_t length;  // plies of the proof, if it is a win or loss
};

// A decision node takes the maximum of its children's bounds, a chance node the weighted mean.
inline ProofBounds combine_proofs(Side turn, std::span<const MctsNode> children) {
  constexpr auto relaxed = std::memory_order_relaxed;
  if (turn == Side::chance) {
    double lower = 0, upper = 0, all = 0;
    std::uint32_t length = 0;
    for (const auto& child : children) {
      lower += child.weight * child.lower.load(relaxed);
      upper += child.weight * child.upper.load(relaxed);
      all += child.weight;
      length = std::max<std::uint32_t>(length, child.proof_length.load(relaxed));
    }
    return {lower / all, upper / all, length + 1};
  }
  const double sign = turn == Side::first ? 1 : -1;
  double low = -2, high = -2;  // for the side to move
  std::uint32_t shortest = 0, longest = 0;
  for (const auto& child : children) {
    const double one = sign * child.lower.load(relaxed), other = sign * child.upper.load(relaxed);
    const double least = one < other ? one : other, most = one < other ? other : one;
    const std::uint32_t length = child.proof_length.load(relaxed);
    if (least > low || (least == low && length < shortest)) shortest = length;
    if (least > low) low = least;
    if (most > high) high = most;
    if (longest < length) longest = length;
  }
  // The winner prefers the shortest proof, the loser the longest.
  const auto length = (low > 0 ? shortest : longest) + 1;
  return turn == Side::first ? ProofBounds{low, high, length} : ProofBounds{-high, -low, length};
}

}  // namespace kibitz
