// Interface: Monte Carlo tree search. Default: bind/generic_mcts.cpp.
#pragma once

#include <memory>

#include "bind/interfaces/rules.hpp"
#include "search/mcts/board.hpp"

namespace kibitz {

class Tablebase;

class Mcts {
 public:
  virtual ~Mcts() = default;
  // A board for one thread, with the game's search options and a tablebase, if not null.
  virtual std::unique_ptr<MctsBoard> board(const ErasedState& root, const Options& game_options,
                                           const Tablebase* tablebase) const = 0;
};

}  // namespace kibitz
