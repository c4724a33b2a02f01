// Alpha-beta, fail-soft: minimax's value with the lines that can't matter cut
// off. At chance nodes every outcome is searched with a full window (Star0).
#pragma once

#include <algorithm>

#include "search/tree_walk.hpp"

namespace kibitz {

template <Game G>
class AlphaBeta : public TreeWalk<G> {
 public:
  using typename TreeWalk<G>::Score;
  using TreeWalk<G>::TreeWalk;

  // The current position's value for `side` if it lies between alpha and beta;
  // else a bound on it, on the same side of the window.
  Score visit(Side side, int depth, int ply, Score alpha, Score beta) {
    // Windows are kept as the mover sees them.
    const Side turn = this->game_.turn(this->state_);
    if (turn != side && turn != Side::chance) return -visit(turn, depth, ply, -beta, -alpha);

    this->enter(ply);

    // 1. The game is over, or we see no further.
    if (const Result result = this->game_.result(this->state_); result != Result::ongoing)
      return Scoring<G>::finished(outcome_for(result, side), ply);

    // 2. Dice: an average has no single best outcome, so nothing is cut here.
    if constexpr (ChanceGame<G>) {
      if (turn == Side::chance) {
        ChanceList chances;
        this->game_.chances(this->state_, chances);
        Score average = 0;
        for (const auto& chance : chances) {
          const auto played = this->played(chance.move);
          average += chance.probability * visit(side, depth, ply + 1, -Scoring<G>::best(), Scoring<G>::best());
        }
        this->clear_line(ply);  // no one line is expected when dice decide
        return average;
      }
    }
    if (depth == 0) return this->horizon(side);

    // 3. Moves in turn; a score of beta or more means that the opponent has
    //    something better earlier and never lets this happen.
    const auto moves = this->moves();
    Score best = -Scoring<G>::best() - 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Score score;
      {
        const auto played = this->played(moves[i]);
        score = visit(side, depth - 1, ply + 1, std::max(alpha, best), beta);
      }
      if (score > best) {
        best = score;
        this->keep_line(ply, moves[i]);
        if (best >= beta) break;
      }
    }
    return best;
  }
};

}  // namespace kibitz
