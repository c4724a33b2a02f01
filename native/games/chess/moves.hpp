// A move as a number: from square in bits 0-5, to square in bits 6-11, and the kind
// of special move above.
#pragma once

#include "base/types.hpp"
#include "games/chess/bitboard.hpp"

namespace kibitz::chess {

// Castling is encoded as king takes own rook, as in Chess960.
// A promotion adds the new piece: knight 5, bishop 6, rook 7, queen 8.
enum Special : std::uint8_t { normal = 0, castling = 1, en_passant = 2, promotion = 4 };

inline constexpr Move kNoMove = 0;

constexpr Move move_of(Square from, Square to, int special = normal) {
  return static_cast<Move>(from | to << 6 | special << 12);
}
constexpr Move promotion_of(Square from, Square to, Kind kind) { return move_of(from, to, int{promotion} + int{kind}); }

constexpr Square from_of(Move move) { return static_cast<Square>(move & 63); }
constexpr Square to_of(Move move) { return static_cast<Square>(move >> 6 & 63); }
constexpr int special_of(Move move) { return static_cast<int>(move >> 12); }
constexpr bool is_promotion(Move move) { return special_of(move) > promotion; }
constexpr Kind promoted(Move move) { return static_cast<Kind>(special_of(move) - promotion); }

}  // namespace kibitz::chess
