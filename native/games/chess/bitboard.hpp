// Squares, pieces and bitboards: a1 is bit 0, b1 bit 1, h8 bit 63.
#pragma once

#include <bit>
#include <cstdint>

#include "base/popcount.hpp"

namespace kibitz::chess {

using Bitboard = std::uint64_t;
using Square = int;

enum Colour : std::uint8_t { white, black };
enum Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king, nothing };

inline constexpr int kSquares = 64;
inline constexpr int kKinds = 6;
inline constexpr Square kNoSquare = 64;

constexpr Colour operator~(Colour colour) { return static_cast<Colour>(colour ^ 1); }

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr int file_of(Square square) { return square & 7; }
constexpr int rank_of(Square square) { return square >> 3; }
constexpr Square square_at(int file, int rank) { return rank * 8 + file; }
// The square reflected top to bottom.
constexpr Square mirrored(Square square) { return square ^ 56; }

inline constexpr Bitboard kFileA = 0x0101010101010101u;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xff;
inline constexpr Bitboard kDarkSquares = 0xaa55aa55aa55aa55u;

constexpr Bitboard file_mask(int file) { return kFileA << file; }
constexpr Bitboard rank_mask(int rank) { return kRank1 << (8 * rank); }
// The rank counted from a colour's own side.
constexpr Bitboard relative_rank(Colour colour, int rank) { return rank_mask(colour == white ? rank : 7 - rank); }

constexpr Square lsb(Bitboard squares) { return std::countr_zero(squares); }
constexpr bool more_than_one(Bitboard squares) { return (squares & (squares - 1)) != 0; }
constexpr Square pop_lsb(Bitboard& squares) {
  const Square square = lsb(squares);
  squares &= squares - 1;
  return square;
}

constexpr int count(Bitboard squares) { return popcount(squares); }

// All squares moved one step; those that leave the board vanish.
template <int Files, int Ranks>
constexpr Bitboard shifted(Bitboard squares) {
  if constexpr (Files > 0) squares &= ~kFileH;
  if constexpr (Files < 0) squares &= ~kFileA;
  constexpr int places = 8 * Ranks + Files;
  return places >= 0 ? squares << places : squares >> -places;
}

// One step forward for a colour, and `Files` steps towards the h-file.
template <Colour Side, int Files = 0>
constexpr Bitboard forward(Bitboard squares) {
  return shifted<Files, Side == white ? 1 : -1>(squares);
}

// The attacks of a set of pawns.
template <Colour Side>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
  return forward<Side, -1>(pawns) | forward<Side, 1>(pawns);
}
constexpr Bitboard pawn_attacks(Colour colour, Bitboard pawns) {
  return colour == white ? pawn_attacks<white>(pawns) : pawn_attacks<black>(pawns);
}

}  // namespace kibitz::chess
