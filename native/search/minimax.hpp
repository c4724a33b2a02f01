// Plain minimax, with averages at chance nodes (expectiminimax): visits every
// line, prunes nothing. The yardstick that every other search is checked by.
#pragma once

#include "search/tree_walk.hpp"

namespace kibitz {

template <Game G, class Trace = NoTrace>
class Minimax : public TreeWalk<G, Trace> {
 public:
  using typename TreeWalk<G, Trace>::Score;
  using TreeWalk<G, Trace>::TreeWalk;

  bool doubts(std::size_t) const { return false; }
  bool answers_exactly(Side, int) const { return true; }
  void begin(int) const {}
  void extend(std::vector<Move>&, int) const {}

  // The current position's value for `side`, `depth` decisions deep. The
  // window is there for the shape that all searches share; minimax ignores it.
  Score visit(Side side, int depth, int ply, Score /*alpha*/, Score /*beta*/) {
    const Side mover = this->game_.mover(this->state_);
    this->enter(ply);
    if constexpr (Trace::on) this->trace_.template enter<G>(mover, depth, ply, this->worst(), -this->worst());
    const Score value = value_for(mover, depth, ply);
    if constexpr (Trace::on) this->trace_.template leave<G>(value, ply, false, false);
    return mover == side ? value : -value;
  }

 private:
  Score value_for(Side mover, int depth, int ply) {
    // 1. The game is over, a table knows how it ends, or we see no further.
    if (const Result result = this->game_.result(this->state_); result != Result::ongoing) {
      this->note(TraceNode::Kind::end);
      return Scoring<G>::finished(outcome_for(result, mover), ply);
    }
    if (const auto exact = this->known(ply)) return *exact;
    if (depth == 0) {
      this->note(TraceNode::Kind::horizon);
      return this->horizon(mover);
    }

    // 2. Dice: the average over what may happen; rolling costs no depth.
    if constexpr (ChanceGame<G>) {
      if (this->game_.turn(this->state_) == Side::chance) {
        this->note(TraceNode::Kind::chance);
        ChanceList chances;
        this->game_.chances(this->state_, chances);
        Score average = 0;
        for (const auto& chance : chances) {
          const auto played = this->played(chance.move);
          average += chance.probability * visit(mover, depth, ply + 1, 0, 0);
        }
        this->clear_line(ply);  // no one line is expected when dice decide
        return average;
      }
    }

    // 3. The best of all moves for whoever is to move.
    const auto horizons_before = this->horizons_;
    const auto moves = this->moves();
    Score best = this->worst();
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
    this->forgive_horizons(horizons_before, best, depth, ply);
    return best;
  }
};

}  // namespace kibitz
