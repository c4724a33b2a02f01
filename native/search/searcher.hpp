// What walks the tree, as the root of a search sees it: whatever the game and the
// algorithm, so that all that happens at the root is written and compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/report.hpp"
#include "search/search_trace.hpp"

namespace kibitz {

// The position at the root: who moves, and what is allowed.
struct RootMoves {
  struct Choice {
    Move move;
    std::uint32_t promise;  // as the game sees it, where it does
  };
  Side mover = Side::first;
  double span = 0;  // of points, where outcomes are points
  std::vector<Choice> choices;
};

template <class Score>
class Walker {
 public:
  virtual ~Walker() = default;

  // Begins a new depth.
  virtual void begin(int depth) = 0;
  // The value to `mover` after a move at the root; `doubtful` moves are asked first
  // whether they are better than alpha at all, where the algorithm does such things.
  virtual Score try_move(Side mover, Move move, int depth, Score alpha, Score beta, bool doubtful) = 0;
  // Whether to doubt a move after so many others.
  virtual bool doubts(std::size_t tried) const = 0;
  // Lengthens a line from the root by what is remembered after it.
  virtual void extend(std::vector<Move>& line, int depth) const = 0;

  const Counts& counts() const { return counts_; }
  void count_research() { ++counts_.researches; }

  // How many lines so far ended at the horizon instead of the end of the game:
  // where this doesn't grow, the search saw everything there is.
  std::uint64_t horizons() const { return horizons_; }

  // The moves expected `ply` plies below the root, as the last visit found them.
  const std::vector<Move>& line(int ply) { return line_at(ply); }

  // Null where nobody wants to look at the tree.
  TreeTrace* trace() { return trace_; }

 protected:
  explicit Walker(TreeTrace* trace) : trace_(trace) {}

  std::vector<Move>& line_at(int ply) {
    const auto wanted = static_cast<std::size_t>(ply) + 2;  // this one and the one below, so neither moves
    if (lines_.size() < wanted) lines_.resize(wanted);
    return lines_[static_cast<std::size_t>(ply)];
  }
  void clear_line(int ply) { line_at(ply).clear(); }

  // Makes `move`, then the line below, the line at `ply`.
  void keep_line(int ply, Move move) {
    const auto& below = line_at(ply + 1);
    auto& here = line_at(ply);
    here.assign(1, move);
    here.insert(here.end(), below.begin(), below.end());
  }

  Counts counts_;
  std::uint64_t horizons_ = 0;
  TreeTrace* trace_;

 private:
  std::vector<std::vector<Move>> lines_;
};

}  // namespace kibitz
