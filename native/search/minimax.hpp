// Plain minimax, with averages at chance nodes (expectiminimax): visits every
// line, prunes nothing. The yardstick that every other search is checked by.
#pragma once

#include "search/tree_walk.hpp"

namespace kibitz {

template <Game G>
class Minimax : public TreeWalk<G> {
 public:
  using typename TreeWalk<G>::Score;
  using TreeWalk<G>::TreeWalk;

  // The current position's value for `side`, `depth` decisions deep. The
  // window is there for the shape that all searches share; minimax ignores it.
  Score visit(Side side, int depth, int ply, Score /*alpha*/, Score /*beta*/) {
    this->enter(ply);

    // 1. The game is over, or we see no further.
    if (const Result result = this->game_.result(this->state_); result != Result::ongoing)
      return Scoring<G>::finished(outcome_for(result, side), ply);

    // 2. Dice: the average over what may happen; rolling costs no depth.
    if constexpr (ChanceGame<G>) {
      if (this->game_.turn(this->state_) == Side::chance) {
        ChanceList chances;
        this->game_.chances(this->state_, chances);
        Score average = 0;
        for (const auto& chance : chances) {
          const auto played = this->played(chance.move);
          average += chance.probability * visit(side, depth, ply + 1, 0, 0);
        }
        this->clear_line(ply);  // no one line is expected when dice decide
        return average;
      }
    }
    if (depth == 0) return this->horizon(side);

    // 3. The best of all moves for whoever is to move.
    const Side mover = this->game_.turn(this->state_);
    const auto moves = this->moves();
    Score best = -Scoring<G>::best() - 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Score score;
      {
        const auto played = this->played(moves[i]);
        score = visit(mover, depth - 1, ply + 1, 0, 0);
      }
      if (score > best) {
        best = score;
        this->keep_line(ply, moves[i]);
      }
    }
    return mover == side ? best : -best;
  }
};

}  // namespace kibitz
