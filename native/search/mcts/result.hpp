// Extraction of the best move, principal variations and values from a tree.
#pragma once

#include "search/mcts/request.hpp"
#include "search/mcts/tree.hpp"

namespace kibitz {

// The scale of values in a game.
struct ValueScale {
  double span = 0;      // the largest possible score in games with points, else 0
  bool chance = false;  // the game has dice
};

// The value of a node for a side.
Value value_of(const MctsTree& tree, const MctsNode& node, Side side, const ValueScale& value_scale);

// Fills in the moves, best first, and the value. `chosen`, if not null, is the move that Gumbel selection plays.
void fill_report(const MctsTree& tree, const ValueScale& value_scale, const MctsNode* chosen, MctsReport& report);

// An intermediate report.
MctsStage stage_of(const MctsTree& tree, const ValueScale& value_scale, double seconds);

}  // namespace kibitz
