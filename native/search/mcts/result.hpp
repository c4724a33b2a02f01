// What a tree says: the best move, lines and values.
#pragma once

#include "search/mcts/request.hpp"
#include "search/mcts/tree.hpp"

namespace kibitz {

// How outcomes count in a game.
struct Stakes {
  double span = 0;      // of points, where outcomes are points
  bool chance = false;  // dice are rolled
};

// What a node says as a side sees it.
Value value_of(const SampleTree& tree, const SampleNode& node, Side side, const Stakes& stakes);

// Fills in the moves, best first, and the value.
// `chosen` is the move to make where something else than the tree decides that; null otherwise.
void answer(const SampleTree& tree, const Stakes& stakes, const SampleNode* chosen, SampleReport& report);

// What there is to say in between.
SampleStage stage_of(const SampleTree& tree, const Stakes& stakes, double seconds);

}  // namespace kibitz
