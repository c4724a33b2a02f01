// How games begin that the engine plays against itself.
#pragma once

#include <array>

#include "base/random.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/setup.hpp"

namespace kibitz::chess {

inline constexpr int kOpeningPlies = 8;

// Some random moves from an arrangement; false where that ended the game.
inline bool open_at_random(Board& b, int arrangement, Random& random) {
  b = start_position(arrangement);
  const int plies = kOpeningPlies + static_cast<int>(random.below(2));
  for (int ply = 0; ply < plies; ++ply) {
    std::array<Move, kMaxMoves> moves;
    const auto count = generate_moves<GenType::all>(b, moves.data()) - moves.data();
    if (count == 0) return false;
    play(b, moves[random.below(static_cast<std::uint32_t>(count))]);
  }
  return has_move(b);
}

// Whether the position on the board came twice before.
inline bool came_twice(const Board& b, const std::vector<std::uint64_t>& earlier) {
  int seen = 0;
  for (std::size_t back = 2; back <= std::min<std::size_t>(b.halfmove_clock, earlier.size()); back += 2)
    if (earlier[earlier.size() - back] == b.key && ++seen == 2) return true;
  return false;
}

}  // namespace kibitz::chess
