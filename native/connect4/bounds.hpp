// Bounds on a score that need no search.
//
// They come from the follow-up strategy: the side that is not to move answers
// every stone by one on top of it. Call it the answering side, and the other
// the leading side, which then chooses the columns but not who gets which cell.
#pragma once

#include <algorithm>
#include <bit>

#include "connect4/node.hpp"

namespace kibitz::connect4 {

struct Range {
  int low;
  int high;
};

// In a settled position nobody wins with the next two stones, nor, if there is
// no move that decides, the side to move with its next.
template <class Board>
constexpr Range settled_range(int stones) {
  return {-score_of_win<Board>(stones + 4), score_of_win<Board>(stones + 3)};
}

// The first cells of all lines by direction; upright ones apart, as they can't cross.
template <class Board>
struct Lines {
  Cells across, rising, falling;

  explicit Lines(Cells stones)
      : across(Board::template lines<Board::across>(stones)),
        rising(Board::template lines<Board::rising>(stones)),
        falling(Board::template lines<Board::falling>(stones)) {}

  bool any() const { return (across | rising | falling) != 0; }
};

// Whether one of `mine` starts in a column below every one of `theirs` there.
template <class Board>
constexpr bool undercuts(Cells mine, Cells theirs) {
  const Cells stops = theirs | Board::bottom << Board::height;
  return (mine & (stops - Board::bottom) & ~stops) != 0;
}

// The lowest row in which some line of the answering side has its topmost
// empty cell. That line is complete before the column is filled any higher.
template <class Board>
int deciding_row(const Lines<Board>& lines, Cells filled) {
  Cells tops = lines.across;
  Cells rising = lines.rising;
  Cells falling = lines.falling;
  for (int i = 0; i < Board::length; ++i) {
    const int up = (Board::length - 1 - i) * Board::rising;
    const Cells open_up = (rising << up) & ~filled;
    tops |= open_up;
    rising &= ~(open_up >> up);
    const int down = i * Board::falling;
    const Cells open_down = (falling << down) & ~filled;
    tops |= open_down;
    falling &= ~(open_down >> down);
  }
  for (int row = 0; row < Board::height; ++row)
    if ((tops & (Board::bottom << row)) != 0) return row;
  return Board::height - 1;
}

// A bound on the leading side's score if the answering side gets the cells
// `answers` and it at most the cells `leads`; a column is left as it is once
// `last_row` of it is filled by the answering side, which wins there. Without
// such a column `last_row` is `height`.
//
// A line of the leading side counts only if no line of the answering side in
// the same direction and columns lies below it, for that one is complete first.
template <class Board>
inline int high_when_answered(Cells answers, Cells leads, Cells filled, int last_row) {
  constexpr int unknown = Board::cells;
  if (Board::template lines<1>(leads) != 0) return unknown;
  const Lines<Board> theirs(answers);
  const Lines<Board> mine(leads);
  if (undercuts<Board>(mine.across, theirs.across) || undercuts<Board>(mine.rising, theirs.rising) ||
      undercuts<Board>(mine.falling, theirs.falling))
    return unknown;
  if (theirs.any()) last_row = std::min(last_row, deciding_row<Board>(theirs, filled));
  if (last_row == Board::height) return 0;
  return -score_of_win<Board>(Board::cells - (Board::height - 1 - last_row));
}

template <class Board>
inline int high_by_follow_up(const Node<Board>& node) {
  const Cells filled = node.filled();
  const Cells playable = Board::playable(filled);
  // Columns with an odd number of cells left: only the leading side may begin
  // them without harm. If they come in pairs, the answer to the first stone in
  // one is a stone in another; let the leading side have all of those cells.
  const Cells answers = node.other | (Board::answer_rows & ~filled & ~playable);
  if ((Board::cells - node.stones) % 2 == 0)
    return high_when_answered<Board>(answers, Board::all & ~answers, filled, Board::height);
  // Else one of them is left over. The answering side needs a threat there, in a
  // row that answers reach in this column: the leading side must begin it at last.
  int high = Board::cells;
  for (Cells threats = node.other_threats & ~Board::answer_rows; threats != 0; threats &= threats - 1) {
    const int cell = std::countr_zero(threats);
    const Cells column = Board::column_of(cell / Board::stride);
    if ((playable & column & Board::answer_rows) == 0) continue;
    const Cells above = column & ~((Cells{2} << cell) - 1);
    const Cells here = column & ~filled & ~playable & ~Board::answer_rows & ~above;
    const Cells there = (answers & ~column) | (node.other & column) | here;
    high = std::min(high, high_when_answered<Board>(there, Board::all & ~there & ~above, filled, Board::row_at(cell)));
    threats &= ~column | (threats & (~threats + 1));  // the lowest in a column is the best
  }
  return high;
}

// A bound on the score of a settled position that is looked for only if it may
// be as low as `wanted`; the range that is certain without a look is given.
template <class Board>
inline int high_without_search(const Node<Board>& node, int high, int wanted) {
  constexpr int lowest_by_follow_up = -(Board::height + 1) / 2;
  if (wanted < lowest_by_follow_up || high <= wanted) return high;
  high = std::min(high, high_by_follow_up(node));
  if (wanted >= 0 && high > 0 && !Board::has_line(Board::all & ~node.other)) high = 0;
  return high;
}

}  // namespace kibitz::connect4
