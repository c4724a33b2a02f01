// Plain minimax, with averages at chance nodes (expectiminimax): visits every
// line, prunes nothing. The yardstick that every other search is checked by.
#pragma once

#include "search/tree_search.hpp"

namespace kibitz {

template <Game G, bool Traced = false>
class Minimax final : public TreeWalk<G, Traced> {
 public:
  using typename TreeWalk<G, Traced>::Score;
  using typename TreeWalk<G, Traced>::Scores;
  using TreeWalk<G, Traced>::TreeWalk;

  void begin(int) override {}
  bool doubts(std::size_t) const override { return false; }
  void extend(std::vector<Move>&, int) const override {}
  Score try_move(Side mover, Move move, int depth, Score, Score, bool) override {
    const auto played = this->played(move);
    return visit(mover, depth - 1, 1);
  }

 private:
  // The current position's value for `side`, `depth` decisions deep.
  Score visit(Side side, int depth, int ply) {
    const Side mover = this->game_.mover(this->state());
    this->enter(ply);
    if (this->traced()) this->trace_->enter(mover, depth, ply, Scores::worst(), -Scores::worst());
    const Score value = value_for(mover, depth, ply);
    if (this->traced()) this->trace_->leave(value, ply, false, false);
    return mover == side ? value : -value;
  }

  Score value_for(Side mover, int depth, int ply) {
    // 1. The game is over, a table knows how it ends, or we see no further.
    if (const Result result = this->game_.result(this->state()); result != Result::ongoing) {
      this->note(TraceNode::Kind::end);
      return this->finished(result, mover, ply);
    }
    if (const auto fate = this->repeated(mover, ply)) return *fate;
    if (const auto exact = this->known(ply)) return *exact;
    if (depth == 0) {
      this->note(TraceNode::Kind::horizon);
      return this->horizon(mover);
    }

    // 2. Dice: the average over what may happen; rolling costs no depth.
    if constexpr (ChanceGame<G>) {
      if (this->game_.turn(this->state()) == Side::chance) {
        this->note(TraceNode::Kind::chance);
        ChanceList chances;
        this->game_.chances(this->state(), chances);
        Score average = 0;
        for (const auto& chance : chances) {
          const auto played = this->played(chance.move);
          average += chance.probability * visit(mover, depth, ply + 1);
        }
        this->clear_line(ply);  // no one line is expected when dice decide
        return average;
      }
    }

    // 3. The best of all moves for whoever is to move.
    const auto horizons_before = this->horizons_;
    const auto moves = this->moves();
    Score best = Scores::worst();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Score score;
      {
        const auto played = this->played(moves[i]);
        score = visit(mover, depth - 1, ply + 1);
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
