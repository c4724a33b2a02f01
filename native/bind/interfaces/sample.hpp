// Playing games out from positions of a tree. Games that have nothing compiled for
// them are played like any other (bind/generic_mcts.cpp).
#pragma once

#include <memory>

#include "bind/interfaces/rules.hpp"
#include "search/mcts/board.hpp"

namespace kibitz {

class Tablebase;

class Sample {
 public:
  virtual ~Sample() = default;
  // A board for one thread, with the game's own search options and a table that knows some positions, if there is one.
  virtual std::unique_ptr<SampleBoard> board(const ErasedState& root, const Options& game_options,
                                             const Tablebase* known) const = 0;
};

}  // namespace kibitz
