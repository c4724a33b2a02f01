// Positions of self-play, 32 bytes each, as the generator writes them and tuner
// and training read them.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/board.hpp"

namespace kibitz::chess {

struct Sample {
  std::uint64_t occupied = 0;
  // Four bits for each occupied square from a1 on: the kind, and 8 for black.
  std::array<std::uint8_t, 16> pieces{};
  std::int16_t score = 0;   // what search found, as the mover sees it
  std::uint8_t result = 0;  // of the game, for the mover: 0 lost, 1 drawn, 2 won
  std::uint8_t mover = 0;   // 0 white, 1 black
  std::uint8_t clock = 0;
  std::array<std::uint8_t, 3> unused{};

  static Sample of(const Board& b, int points) {
    Sample out;
    out.occupied = b.occupied();
    std::size_t at = 0;
    for (auto left = out.occupied; left; ++at) {
      const Square square = pop_lsb(left);
      const auto piece = static_cast<std::uint8_t>(b.at(square) | (b.colour_at(square) == black ? 8 : 0));
      out.pieces[at / 2] = static_cast<std::uint8_t>(out.pieces[at / 2] | piece << (4 * (at % 2)));
    }
    out.score = static_cast<std::int16_t>(points);
    out.mover = b.mover;
    out.clock = b.halfmove_clock;
    return out;
  }

  // The pieces and who is to move; castling and the rest are not kept.
  Board board() const {
    Board b;
    std::size_t at = 0;
    for (auto left = occupied; left; ++at) {
      const int piece = pieces[at / 2] >> (4 * (at % 2)) & 15;
      b.put(piece & 8 ? black : white, static_cast<Kind>(piece & 7), pop_lsb(left));
    }
    b.mover = static_cast<Colour>(mover);
    b.halfmove_clock = clock;
    return b;
  }
};
static_assert(sizeof(Sample) == 32);

}  // namespace kibitz::chess
