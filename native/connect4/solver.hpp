// Exact scores of whole positions.
#pragma once

#include "connect4/search.hpp"

namespace kibitz::connect4 {

template <class Board>
class Solver {
 public:
  explicit Solver(int bits = 20) : table_(bits), search_(table_) {}
  std::uint64_t nodes() const { return search_.nodes(); }
  Table<Board>& table() { return table_; }

  int solve(Cells own, Cells other) {
    auto node = make_node<Board>(own, other);
    if ((node.own_threats & node.playable()) != 0) return score_of_win<Board>(node.stones + 1);
    const auto settled = settle<Board>(node);
    if (settled.decided) return settled.swapped ? -settled.score : settled.score;
    table_.next_age();
    const int score = score_settled(settled.node, settled.safe);
    return settled.swapped ? -score : score;
  }

 private:
  int score_settled(const Node<Board>& node, Cells safe) {
    const auto range = static_bounds<Board>(node);
    int low = range.low, high = range.high;
    const auto key = Search<Board>::key_of(node);
    int guess = std::clamp(0, low, high);
    while (low < high) {
      const int alpha = guess <= low ? low : guess - 1;
      Bounds known{low, high, -1};
      Bounds found;
      if (table_.find(key, found)) known = {std::max(low, found.low), std::min(high, found.high), found.move};
      const int score = search_.above(node, safe, key, known, alpha);
      if (score > alpha) low = std::max(low, score); else high = std::min(high, score);
      guess = score;
    }
    return low;
  }
  Table<Board> table_;
  Search<Board> search_;
};

}  // namespace kibitz::connect4
