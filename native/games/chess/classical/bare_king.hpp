// Mop-up evaluation against a bare king, for mates beyond the search's horizon: two
// bishops need 19 moves, bishop and knight 33.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "games/chess/board.hpp"

namespace kibitz::chess {

inline int manhattan_distance(Square a, Square b) {
  return std::abs(file_of(a) - file_of(b)) + std::abs(rank_of(a) - rank_of(b));
}

// Centipawns for a side without pawns: drive the bare king to the edge, and bring
// the own king near. Bishop and knight mate only in a corner of the bishop's colour.
inline int mop_up(const Board& b, Colour strong) {
  const Square lone = b.king_of(~strong);
  const int near_king = 20 * (14 - manhattan_distance(lone, b.king_of(strong)));
  const auto off_centre = [](int place) { return std::max(3 - place, place - 4); };
  const int file = off_centre(file_of(lone)), rank = off_centre(rank_of(lone));
  const auto bishops = b.of(strong, bishop), knights = b.of(strong, knight);
  if (count(bishops) != 1 || count(knights) != 1 || count(b.colours[strong]) != 3)
    return near_king + 40 * (file + rank);
  const bool dark = (bishops & kDarkSquares) != 0;
  const Square left = square_at(0, dark ? 0 : 7), right = square_at(7, dark ? 7 : 0);
  const int steps = std::min(manhattan_distance(lone, left), manhattan_distance(lone, right));
  return near_king + 40 * std::max(file, rank) + 80 * (7 - steps);
}

}  // namespace kibitz::chess
