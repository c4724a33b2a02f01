// What judges a position and its moves instead of playouts: a network.
#pragma once

#include <vector>

#include "search/mcts/board.hpp"

namespace kibitz {

class Oracle {
 public:
  virtual ~Oracle() = default;
  // The value to the first player of the position on a board, where a player decides; the weights of its moves become
  // how likely each is to be best, together 1. Any thread may ask.
  virtual double judge(const SampleBoard& board, Prospects& prospects) const = 0;
};

}  // namespace kibitz
