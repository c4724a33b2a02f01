// How far a king that is alone has been driven, which no search sees to the end
// of: two bishops need 19 moves for the mate, bishop and knight 33.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "games/chess/board.hpp"

namespace kibitz::chess {

inline int steps_apart(Square a, Square b) {
  return std::abs(file_of(a) - file_of(b)) + std::abs(rank_of(a) - rank_of(b));
}

// Hundredths of a pawn for a side without pawns against a king alone: the nearer
// the edge that is, and the nearer the own king, the better. Bishop and knight mate
// only in a corner that the bishop reaches.
inline int driven(const Board& b, Colour strong) {
  const Square lone = b.king_of(~strong);
  const int near_king = 20 * (14 - steps_apart(lone, b.king_of(strong)));
  const auto off_centre = [](int place) { return std::max(3 - place, place - 4); };
  const int file = off_centre(file_of(lone)), rank = off_centre(rank_of(lone));
  const auto bishops = b.of(strong, bishop), knights = b.of(strong, knight);
  if (count(bishops) != 1 || count(knights) != 1 || count(b.colours[strong]) != 3)
    return near_king + 40 * (file + rank);
  const bool dark = (bishops & kDark) != 0;
  const Square left = square_at(0, dark ? 0 : 7), right = square_at(7, dark ? 7 : 0);
  const int steps = std::min(steps_apart(lone, left), steps_apart(lone, right));
  return near_king + 40 * std::max(file, rank) + 80 * (7 - steps);
}

}  // namespace kibitz::chess
