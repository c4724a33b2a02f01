// Plain minimax, with averages at chance nodes (expectiminimax), without pruning. The reference that every
// other search is checked against.
#pragma once

#include "search/tree_search.hpp"

namespace kibitz {

template <Game G, bool Traced = false>
class Minimax final : public TreeSearch<G, Traced> {
 public:
  using typename TreeSearch<G, Traced>::Score;
  using typename TreeSearch<G, Traced>::Scores;
  using TreeSearch<G, Traced>::TreeSearch;

  void begin(int) override {}
  bool tries_null_window(std::size_t) const override { return false; }
  void extend_pv(std::vector<Move>&, int) const override {}
  Score try_move(Side mover, Move move, int depth, Score, Score, bool) override {
    const auto played = this->played(move);
    return search(mover, depth - 1, 1);
  }

 private:
  // Returns the value of the current position for `side`, `depth` decisions deep.
  Score search(Side side, int depth, int ply) {
    const Side mover = this->game_.mover(this->state());
    this->enter(ply);
    if (this->traced()) this->trace_->enter(mover, depth, ply, Scores::worst(), -Scores::worst());
    const Score value = value_for(mover, depth, ply);
    if (this->traced()) this->trace_->leave(value, ply, false, false);
    return mover == side ? value : -value;
  }

  Score value_for(Side mover, int depth, int ply) {
    // 1. Terminal position, tablebase hit or horizon.
    if (const Result result = this->game_.result(this->state()); result != Result::ongoing) {
      this->note(TraceNode::Kind::end);
      return this->finished(result, mover, ply);
    }
    if (const auto repetition = this->repeated(mover, ply)) return *repetition;
    if (const auto exact = this->probe_tablebase(ply)) return *exact;
    if (depth == 0) {
      this->note(TraceNode::Kind::horizon);
      return this->horizon(mover);
    }

    // 2. Chance node: the average over all rolls, at the same depth.
    if constexpr (ChanceGame<G>) {
      if (this->game_.turn(this->state()) == Side::chance) {
        this->note(TraceNode::Kind::chance);
        ChanceList chances;
        this->game_.chances(this->state(), chances);
        Score search_chance = 0;
        for (const auto& chance : chances) {
          const auto played = this->played(chance.move);
          search_chance += chance.probability * search(mover, depth, ply + 1);
        }
        this->clear_pv(ply);  // there is no PV through a chance node
        return search_chance;
      }
    }

    // 3. Decision node: the best move for the mover.
    const auto leaves_before = this->horizon_leaves_;
    const auto moves = this->moves();
    Score best = Scores::worst();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Score score;
      {
        const auto played = this->played(moves[i]);
        score = search(mover, depth - 1, ply + 1);
      }
      if (score > best) {
        best = score;
        this->update_pv(ply, moves[i]);
      }
    }
    this->forgive_horizon_leaves(leaves_before, best, depth, ply);
    return best;
  }
};

}  // namespace kibitz
