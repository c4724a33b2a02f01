// Bounds on a score that need no search.
//
// They come from the follow-up strategy: the side that is not to move answers
// every stone by one on top of it. Call it the answering side, and the other
// the leading side, which then chooses the columns but not who gets which cell.
#pragma once

#include <algorithm>
#include <bit>

#include "games/connect/solver/node.hpp"

namespace kibitz::connect {

struct Range {
  int low;
  int high;
};

// In a settled position nobody wins with the next two stones, nor, if there is
// no move that decides, the side to move with its next.
template <class Board>
constexpr Range settled_range(const Board& board, int stones) {
  return {-score_of_win(board, stones + 4), score_of_win(board, stones + 3)};
}

// The first cells of all lines by direction; upright ones apart, as they can't cross.
struct Lines {
  Cells across, rising, falling;

  template <class Board>
  Lines(const Board& board, Cells stones)
      : across(board.lines(stones, board.across())),
        rising(board.lines(stones, board.rising())),
        falling(board.lines(stones, board.falling())) {}

  bool any() const { return (across | rising | falling) != 0; }
};

// Whether one of `mine` starts in a column below every one of `theirs` there.
template <class Board>
constexpr bool undercuts(const Board& board, Cells mine, Cells theirs) {
  const Cells stops = theirs | board.bottom() << board.height;
  return (mine & (stops - board.bottom()) & ~stops) != 0;
}

// The lowest row in which some line of the answering side has its topmost
// empty cell. That line is complete before the column is filled any higher.
template <class Board>
int deciding_row(const Board& board, const Lines& lines, Cells filled) {
  Cells tops = lines.across;
  Cells rising = lines.rising;
  Cells falling = lines.falling;
  for (int i = 0; i < board.length; ++i) {
    const int up = (board.length - 1 - i) * board.rising();
    const Cells open_up = Board::up(rising, up) & ~filled;
    tops |= open_up;
    rising &= ~Board::down(open_up, up);
    const int down = i * board.falling();
    const Cells open_down = Board::up(falling, down) & ~filled;
    tops |= open_down;
    falling &= ~Board::down(open_down, down);
  }
  for (int row = 0; row < board.height; ++row)
    if ((tops & (board.bottom() << row)) != 0) return row;
  return board.height - 1;
}

// A bound on the leading side's score if the answering side gets the cells
// `answers` and it at most the cells `leads`; a column is left as it is once
// `last_row` of it is filled by the answering side, which wins there. Without
// such a column `last_row` is `height`.
//
// A line of the leading side counts only if no line of the answering side in
// the same direction and columns lies below it, for that one is complete first.
template <class Board>
inline int high_when_answered(const Board& board, Cells answers, Cells leads, Cells filled, int last_row) {
  const int unknown = board.cells();
  if (board.lines(leads, 1) != 0) return unknown;
  const Lines theirs(board, answers);
  const Lines mine(board, leads);
  if (undercuts(board, mine.across, theirs.across) || undercuts(board, mine.rising, theirs.rising) ||
      undercuts(board, mine.falling, theirs.falling))
    return unknown;
  if (theirs.any()) last_row = std::min(last_row, deciding_row(board, theirs, filled));
  if (last_row == board.height) return 0;
  return -score_of_win(board, board.cells() - (board.height - 1 - last_row));
}

template <class Board>
inline int high_by_follow_up(const Board& board, const Node& node) {
  const Cells filled = node.filled();
  const Cells playable = board.playable(filled);
  // Columns with an odd number of cells left: only the leading side may begin
  // them without harm. If they come in pairs, the answer to the first stone in
  // one is a stone in another; let the leading side have all of those cells.
  const Cells answers = node.other | (board.answer_rows() & ~filled & ~playable);
  if ((board.cells() - node.stones) % 2 == 0)
    return high_when_answered(board, answers, board.all() & ~answers, filled, board.height);
  // Else one of them is left over. The answering side needs a threat there, in a
  // row that answers reach in this column: the leading side must begin it at last.
  int high = board.cells();
  for (Cells threats = node.other_threats & ~board.answer_rows(); threats != 0; threats &= threats - 1) {
    const int cell = std::countr_zero(threats);
    const Cells column = board.column(board.column_at(cell));
    if ((playable & column & board.answer_rows()) == 0) continue;
    const Cells above = column & ~((Cells{2} << cell) - 1);
    const Cells here = column & ~filled & ~playable & ~board.answer_rows() & ~above;
    const Cells there = (answers & ~column) | (node.other & column) | here;
    high = std::min(high, high_when_answered(board, there, board.all() & ~there & ~above, filled, board.row_at(cell)));
    threats &= ~column | (threats & (~threats + 1));  // the lowest in a column is the best
  }
  return high;
}

// A bound on the score of a settled position that is looked for only if it may
// be as low as `wanted`; the range that is certain without a look is given.
template <class Board>
inline int high_without_search(const Board& board, const Node& node, int high, int wanted) {
  const int lowest_by_follow_up = -(board.height + 1) / 2;
  if (wanted < lowest_by_follow_up || high <= wanted) return high;
  high = std::min(high, high_by_follow_up(board, node));
  if (wanted >= 0 && high > 0 && !board.has_line(board.all() & ~node.other)) high = 0;
  return high;
}

}  // namespace kibitz::connect
