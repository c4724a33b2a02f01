// What all tree searches share: one game, one position that moves up and down
// the tree, a pool of moves, and the lines expected from each ply.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "search/score.hpp"

namespace kibitz {

template <Game G>
class TreeWalk {
 public:
  using State = typename G::State;
  using Score = ScoreOf<G>;

  TreeWalk(const G& game, const State& root, Control& control) : game_(game), state_(root), control_(control) {}

  // Whether any line of the last search ended at its horizon instead of the
  // end of the game.
  bool met_horizon() const { return met_horizon_; }
  void forget_horizon() { met_horizon_ = false; }

  // The moves expected `ply` plies below the root, as the last visit found them.
  const std::vector<Move>& line(int ply) { return line_at(ply); }

  // Plays a move for as long as it lives.
  class Played {
   public:
    Played(const G& game, State& state, Move move)
        : game_(game), state_(state), move_(move), undo_(game.play(state, move)) {}
    ~Played() { game_.undo(state_, move_, undo_); }
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

   private:
    const G& game_;
    State& state_;
    Move move_;
    typename G::Undo undo_;
  };

  Played played(Move move) { return Played(game_, state_, move); }

 protected:
  // The moves of one node. They live in a pool shared by all plies, taken back
  // when the node is left; by index, since the pool may grow below.
  class Moves {
   public:
    Moves(const G& game, const State& state, MoveList& pool) : pool_(pool), begin_(pool.size()) {
      game.moves(state, pool_);
      size_ = pool_.size() - begin_;
    }
    ~Moves() { pool_.resize(begin_); }
    Moves(const Moves&) = delete;
    Moves& operator=(const Moves&) = delete;

    std::size_t size() const { return size_; }
    Move operator[](std::size_t i) const { return pool_[begin_ + i]; }

   private:
    MoveList& pool_;
    std::size_t begin_;
    std::size_t size_ = 0;
  };

  Moves moves() { return Moves(game_, state_, pool_); }

  void enter(int ply) {
    if constexpr (requires { G::slow; })
      control_.poll(true);
    else
      control_.poll();
    clear_line(ply);
  }

  void clear_line(int ply) { line_at(ply).clear(); }

  Score horizon(Side side) {
    met_horizon_ = true;
    return Scoring<G>::estimated(game_, state_, side);
  }

  // Makes `move`, then the line below, the line at `ply`.
  void keep_line(int ply, Move move) {
    const auto& below = line_at(ply + 1);
    auto& here = line_at(ply);
    here.assign(1, move);
    here.insert(here.end(), below.begin(), below.end());
  }

  const G& game_;
  State state_;
  Control& control_;

 private:
  std::vector<Move>& line_at(int ply) {
    const auto wanted = static_cast<std::size_t>(ply) + 2;  // this one and the one below, so neither moves
    if (lines_.size() < wanted) lines_.resize(wanted);
    return lines_[static_cast<std::size_t>(ply)];
  }

  MoveList pool_;
  std::vector<std::vector<Move>> lines_;
  bool met_horizon_ = false;
};

}  // namespace kibitz
