// A position before the roll with what it is worth, to learn from.
#pragma once

#include <array>
#include <cstdint>

#include "games/ewn/network.hpp"
#include "games/ewn/stone_set.hpp"

namespace kibitz::learning {

struct Sample {
  struct Side {
    std::uint8_t living = 0;
    std::array<std::uint8_t, EwnNetwork::kStones> cells{};  // as the side sees the board
  };
  Side rolls, waits;
  // The chance of the side about to roll: as a search of a few decisions found it,
  // and as the game went on, to its end or to where the exact chance is known.
  float found = 0, came = 0;

  int stones() const { return std::popcount(rolls.living) + std::popcount(waits.living); }
};

inline Sample::Side side_of(const EwnStoneSet& fleet) { return {static_cast<std::uint8_t>(fleet.living), fleet.cells}; }

}  // namespace kibitz::learning
