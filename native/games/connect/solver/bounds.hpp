// Static bounds on the score by the follow-up strategy (Allis 1988): the side that is not to move answers every stone
// by one on top of it. It is called the answering side, the other one the leading side, which then chooses columns but
// not cells.
#pragma once

#include <algorithm>
#include <bit>

#include "games/connect/solver/node.hpp"

namespace kibitz::connect {

struct Range {
  int low;
  int high;
};

// The range of scores of a quiet position: nobody wins with the next two stones, nor the side to move with its second
// one.
template <class Board>
constexpr Range quiet_range(const Board& board, int stones) {
  return {-score_of_win(board, stones + 4), score_of_win(board, stones + 3)};
}

// The first cells of all lines by direction, without vertical ones, which can't cross.
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

// The lowest row with the topmost empty cell of a line of the answering side. That line is complete before the column
// is filled any higher.
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

// An upper bound on the leading side's score if the answering side gets the cells `answers` and it at most the cells
// `leads`. A column ends once its row `last_row` is filled by the answering side, which wins there; without such a
// column `last_row` is `height`.
//
// A line of the leading side counts only if no line of the answering side in the same direction and columns lies below
// it, as that one is complete first.
template <class Board>
inline int answered_upper_bound(const Board& board, Cells answers, Cells leads, Cells filled, int last_row) {
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
inline int follow_up_upper_bound(const Board& board, const Node& node) {
  const Cells filled = node.filled();
  const Cells playable = board.playable(filled);
  // Odd columns have an odd number of free cells: only the leading side may begin them safely. If their number is even,
  // a reply to the first stone in one goes to another; as a bound, the leading side gets all of those cells.
  const Cells answers = node.other | (board.answer_rows() & ~filled & ~playable);
  if ((board.cells() - node.stones) % 2 == 0)
    return answered_upper_bound(board, answers, board.all() & ~answers, filled, board.height);
  // Otherwise one odd column is left over. The answering side needs a threat there, in a row of its replies in this
  // column, as the leading side must finally begin it.
  int high = board.cells();
  for (Cells threats = node.other_threats & ~board.answer_rows(); threats != 0; threats &= threats - 1) {
    const int cell = std::countr_zero(threats);
    const Cells column = board.column(board.column_at(cell));
    if ((playable & column & board.answer_rows()) == 0) continue;
    const Cells above = column & ~((Cells{2} << cell) - 1);
    const Cells here = column & ~filled & ~playable & ~board.answer_rows() & ~above;
    const Cells there = (answers & ~column) | (node.other & column) | here;
    high =
        std::min(high, answered_upper_bound(board, there, board.all() & ~there & ~above, filled, board.row_at(cell)));
    threats &= ~column | (threats & (~threats + 1));  // only the lowest threat of a column matters
  }
  return high;
}

// An upper bound on the score of a quiet position, evaluated only if it may be as low as `wanted`; `high` is the
// trivial bound.
template <class Board>
inline int static_upper_bound(const Board& board, const Node& node, int high, int wanted) {
  const int lowest_follow_up = -(board.height + 1) / 2;
  if (wanted < lowest_follow_up || high <= wanted) return high;
  high = std::min(high, follow_up_upper_bound(board, node));
  if (wanted >= 0 && high > 0 && !board.has_line(board.all() & ~node.other)) high = 0;
  return high;
}

}  // namespace kibitz::connect
