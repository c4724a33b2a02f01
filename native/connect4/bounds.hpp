// Bounds on a score that need no search.
#pragma once

#include <algorithm>

#include "connect4/node.hpp"

namespace kibitz::connect4 {

struct Range {
  int low;
  int high;
};

// The side to move can't win or lose in its next two moves: it is settled.
template <class Board>
constexpr Range settled_range(int stones) {
  return {-score_of_win<Board>(stones + 4), score_of_win<Board>(stones + 3)};
}

// Whether `mine` has a line of one direction that starts lower in its column
// than every line of `theirs` that starts there.
template <class Board>
constexpr bool undercuts(Cells mine, Cells theirs) {
  // In each column: the bits below the lowest start of theirs, or all of them if there is none.
  constexpr Cells tops = Board::bottom << Board::height;
  const Cells below = ((theirs | tops) - Board::bottom) & ~(theirs | tops);
  return (mine & below) != 0;
}

// On a board with an even number of rows, the side that is not to move may
// answer every stone on top of it. It then gets every cell of the even rows
// that is not playable now (columns of which an odd number of cells is left come
// in pairs: when one of them is begun, it begins another). If the side to move
// makes no line with all the other cells, except such as have a line of the
// answering side right below them, it doesn't win; if the answering side makes
// a line, it loses.
template <class Board>
inline int high_by_follow_up(const Node<Board>& node) {
  const Cells answers = node.other | (Board::even_rows & ~node.own & ~node.playable());
  const Cells others = Board::all & ~answers;
  constexpr int unknown = Board::cells;
  if (Board::template lines<1>(others) != 0) return unknown;
  const Cells across = Board::template lines<Board::across>(answers);
  const Cells rising = Board::template lines<Board::rising>(answers);
  const Cells falling = Board::template lines<Board::falling>(answers);
  if (undercuts<Board>(Board::template lines<Board::across>(others), across) ||
      undercuts<Board>(Board::template lines<Board::rising>(others), rising) ||
      undercuts<Board>(Board::template lines<Board::falling>(others), falling))
    return unknown;
  if ((across | rising | falling) == 0) return 0;
  return -1;
}

template <class Board>
inline Range static_bounds(const Node<Board>& node) {
  auto range = settled_range<Board>(node.stones);
  if constexpr (Board::height % 2 == 0) {
    if (node.stones % 2 == 0) range.high = std::min(range.high, high_by_follow_up(node));
  }
  return range;
}

}  // namespace kibitz::connect4
