// The search: is the score of a position above a given one?
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "connect4/bounds.hpp"
#include "connect4/node.hpp"
#include "connect4/table.hpp"

namespace kibitz::connect4 {
#ifndef MIRROR
#define MIRROR 42
#endif
#ifndef ETC
#define ETC 42
#endif

template <class Board>
class Search {
 public:
  explicit Search(Table<Board>& table) : table_(table) {}

  std::uint64_t nodes() const { return nodes_; }

  static std::uint64_t key_of(const Node<Board>& node) {
    const auto key = node.key();
    if (node.stones > MIRROR) return key;
    return std::min(key, Board::mirrored(key));
  }

  // For a settled, undecided position: a bound on its score that answers the
  // question. Above `alpha` it is a lower bound, else an upper one.
  int above(const Node<Board>& node, Cells safe, std::uint64_t key, const Bounds& known, int alpha) {
    const auto before = nodes_++;
    Child children[Board::width];
    Child* order[Board::width];
    int count = 0;
    int best = -Board::cells;
    // 1. Settle every move; most are decided without a search.
    for (Cells rest = safe; rest != 0; rest &= rest - 1) {
      Child& child = children[count];
      child.move = rest & (~rest + 1);
      const auto made = node.after(child.move);
      const auto settled = settle<Board>(made);
      if (settled.decided) {
        const int score = settled.swapped ? settled.score : -settled.score;
        if (score > alpha) return score;
        best = std::max(best, score);
        continue;
      }
      child.node = settled.node;
      child.safe = settled.safe;
      child.same_side = settled.swapped;
      const auto range = static_bounds<Board>(child.node);
      child.known = {range.low, range.high, -1};
      if (child.least() > alpha) return child.least();
      if (child.most() <= alpha) {
        best = std::max(best, child.most());
        continue;
      }
      child.key = key_of(child.node);
      table_.prefetch(child.key);
      child.merit = merit(made, child.move);
      ++count;
    }
    // 2. What the table knows of the others.
    int open = 0;
    for (int i = 0; i < count; ++i) {
      Child& child = children[i];
      if (child.node.stones < ETC) {
        Bounds found;
        if (table_.find(child.key, found)) {
          child.known.low = std::max(child.known.low, found.low);
          child.known.high = std::min(child.known.high, found.high);
          child.known.move = found.move;
          if (child.least() > alpha) return child.least();
          if (child.most() <= alpha) {
            best = std::max(best, child.most());
            continue;
          }
        }
      }
      int slot = open++;
      for (; slot > 0 && order[slot - 1]->merit < child.merit; --slot) order[slot] = order[slot - 1];
      order[slot] = &child;
    }
    // 3. Search them, the most promising first.
    for (int i = 0; i < open; ++i) {
      Child& child = *order[i];
      const int score = child.same_side ? above(child.node, child.safe, child.key, child.known, alpha)
                                        : -above(child.node, child.safe, child.key, child.known, -alpha - 1);
      best = std::max(best, score);
      if (best > alpha) break;
    }
    // 4. Remember.
    Bounds now = known;
    if (best > alpha)
      now.low = std::max(now.low, best);
    else
      now.high = std::min(now.high, best);
    table_.store(key, now, static_cast<int>(std::bit_width(nodes_ - before)));
    return best;
  }

 private:
  struct Child {
    Node<Board> node;
    Cells safe;
    Cells move;
    std::uint64_t key;
    Bounds known;
    int merit;
    bool same_side;  // whether the side that moves there is the one that moves here

    int least() const { return same_side ? known.low : -known.high; }
    int most() const { return same_side ? known.high : -known.low; }
  };

  static int merit(const Node<Board>& made, Cells move) {
    const int column = std::countr_zero(move) / Board::stride;
    const int centre = std::min(column, Board::width - 1 - column);
    return std::popcount(made.other_threats) * 8 + centre;
  }

  Table<Board>& table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::connect4
