// The interface of a tree search for iterative deepening, independent of game and algorithm, so that
// everything at the root is written and compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/report.hpp"
#include "search/search_trace.hpp"

namespace kibitz {

// The root position: the mover and its legal moves.
struct RootMoves {
  struct Choice {
    Move move;
    std::uint32_t priority;  // the game's move priority, if it has one
  };
  Side mover = Side::first;
  double span = 0;  // the maximum margin in points, if outcomes are points
  std::vector<Choice> choices;
};

template <class Score>
class Searcher {
 public:
  virtual ~Searcher() = default;

  // Starts a new iteration.
  virtual void begin(int depth) = 0;
  // Returns the value of a root move for `mover`. With `null_window`, searches it with a null window first.
  virtual Score try_move(Side mover, Move move, int depth, Score alpha, Score beta, bool null_window) = 0;
  // Whether to search a move with a null window after `tried` others.
  virtual bool tries_null_window(std::size_t tried) const = 0;
  // Extends a PV from the root by moves of the transposition table.
  virtual void extend_pv(std::vector<Move>& line, int depth) const = 0;

  const Counts& counts() const { return counts_; }
  void count_research() { ++counts_.researches; }

  // The number of leaves at the horizon so far. If a subtree adds none, its search was exhaustive.
  std::uint64_t horizon_leaves() const { return horizon_leaves_; }

  // The PV from `ply` on, as the last search of it found.
  const std::vector<Move>& line(int ply) { return pv_at(ply); }

  // Null unless the tree is recorded.
  TreeTrace* trace() { return trace_; }

 protected:
  explicit Searcher(TreeTrace* trace) : trace_(trace) {}

  std::vector<Move>& pv_at(int ply) {
    const auto wanted = static_cast<std::size_t>(ply) + 2;  // this one and the next, so that neither is reallocated
    if (pv_table_.size() < wanted) pv_table_.resize(wanted);
    return pv_table_[static_cast<std::size_t>(ply)];
  }
  void clear_pv(int ply) { pv_at(ply).clear(); }

  // Sets the PV at `ply` to `move` and the PV below.
  void update_pv(int ply, Move move) {
    const auto& below = pv_at(ply + 1);
    auto& here = pv_at(ply);
    here.assign(1, move);
    here.insert(here.end(), below.begin(), below.end());
  }

  Counts counts_;
  std::uint64_t horizon_leaves_ = 0;
  TreeTrace* trace_;

 private:
  std::vector<std::vector<Move>> pv_table_;
};

}  // namespace kibitz
