// Interface for leaf evaluation by a policy and value network.
#pragma once

#include <vector>

#include "search/mcts/board.hpp"

namespace kibitz {

class NetworkEvaluator {
 public:
  virtual ~NetworkEvaluator() = default;
  // Returns the value of a decision node for the first player and sets the weights of its moves to the policy, which
  // sums to 1. Thread-safe.
  virtual double evaluate(const MctsBoard& board, NodeMoves& node_moves) const = 0;
};

}  // namespace kibitz
