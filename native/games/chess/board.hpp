// A position of chess, and what can be asked of it without making moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/always_inline.hpp"
#include "games/chess/attacks.hpp"
#include "games/chess/keys.hpp"

namespace kibitz::chess {

struct Board {
  std::array<Bitboard, kKinds> kinds{};  // of both colours
  std::array<Bitboard, 2> colours{};
  std::array<Kind, kSquares> on;  // the piece on each square
  Key key = 0;
  Bitboard castlers = 0;  // the rooks that their king may still castle with
  Colour mover = white;
  std::uint8_t passing = kNowhere;  // where a pawn may be taken in passing, if one may
  std::uint8_t clock = 0;           // plies since a capture or a pawn's move
  std::uint16_t number = 1;         // of the move, counted with white's

  Board() { on.fill(nothing); }

  Bitboard occupied() const { return colours[white] | colours[black]; }
  Bitboard of(Colour colour, Kind kind) const { return colours[colour] & kinds[kind]; }
  Bitboard diagonal_sliders(Colour colour) const { return colours[colour] & (kinds[bishop] | kinds[queen]); }
  Bitboard straight_sliders(Colour colour) const { return colours[colour] & (kinds[rook] | kinds[queen]); }
  Square king_of(Colour colour) const { return lowest(of(colour, king)); }
  Kind at(Square square) const { return on[static_cast<std::size_t>(square)]; }
  Colour colour_at(Square square) const { return colours[black] & bit(square) ? black : white; }

  // Clocks tell how a position came about, not what it is.
  friend bool operator==(const Board& a, const Board& b) {
    return a.kinds == b.kinds && a.colours == b.colours && a.castlers == b.castlers && a.mover == b.mover &&
           a.passing == b.passing;
  }

  void put(Colour colour, Kind kind, Square square) {
    kinds[kind] |= bit(square);
    colours[colour] |= bit(square);
    on[static_cast<std::size_t>(square)] = kind;
    key ^= piece_key(colour, kind, square);
  }
  void remove(Colour colour, Kind kind, Square square) {
    kinds[kind] ^= bit(square);
    colours[colour] ^= bit(square);
    on[static_cast<std::size_t>(square)] = nothing;
    key ^= piece_key(colour, kind, square);
  }
  void carry(Colour colour, Kind kind, Square from, Square to) {
    const auto both = bit(from) | bit(to);
    kinds[kind] ^= both;
    colours[colour] ^= both;
    on[static_cast<std::size_t>(from)] = nothing;
    on[static_cast<std::size_t>(to)] = kind;
    key ^= piece_key(colour, kind, from) ^ piece_key(colour, kind, to);
  }
};

// Whether a colour attacks a square, were these squares occupied.
template <Colour By>
KIBITZ_ALWAYS_INLINE bool attacked_by(const Board& b, Square square, Bitboard occupied) {
  return (pawn_attacks<~By>(bit(square)) & b.of(By, pawn)) || (knight_attacks(square) & b.of(By, knight)) ||
         (king_attacks(square) & b.of(By, king)) || (bishop_attacks(square, occupied) & b.diagonal_sliders(By)) ||
         (rook_attacks(square, occupied) & b.straight_sliders(By));
}
inline bool attacked(const Board& b, Square square, Colour by, Bitboard occupied) {
  return by == white ? attacked_by<white>(b, square, occupied) : attacked_by<black>(b, square, occupied);
}

// The pieces of both colours that attack a square.
inline Bitboard attackers_of(const Board& b, Square square, Bitboard occupied) {
  return (pawn_attacks<black>(bit(square)) & b.of(white, pawn)) |
         (pawn_attacks<white>(bit(square)) & b.of(black, pawn)) | (knight_attacks(square) & b.kinds[knight]) |
         (king_attacks(square) & b.kinds[king]) |
         (bishop_attacks(square, occupied) & (b.kinds[bishop] | b.kinds[queen])) |
         (rook_attacks(square, occupied) & (b.kinds[rook] | b.kinds[queen]));
}

// The pieces that give check to a colour's king.
inline Bitboard checkers_of(const Board& b, Colour colour) {
  return attackers_of(b, b.king_of(colour), b.occupied()) & b.colours[~colour];
}
inline bool in_check(const Board& b) { return attacked(b, b.king_of(b.mover), ~b.mover, b.occupied()); }

// Whether the mover's pawn on a square may take in passing: its king must not be
// attacked when both pawns are gone.
inline bool may_take_in_passing(const Board& b, Square from, Square to) {
  const Colour us = b.mover;
  const auto taken = bit(to ^ 8);
  const auto occupied = (b.occupied() ^ bit(from) ^ taken) | bit(to);
  return !(attackers_of(b, b.king_of(us), occupied) & b.colours[~us] & ~taken);
}

// Whether nobody can give mate any more: one minor piece at most, or bishops
// that all go on squares of one colour.
inline bool lacks_material(const Board& b) {
  if (b.kinds[pawn] | b.kinds[rook] | b.kinds[queen]) return false;
  if (!several(b.kinds[knight] | b.kinds[bishop])) return true;
  return !b.kinds[knight] && (!(b.kinds[bishop] & kDark) || !(b.kinds[bishop] & ~kDark));
}

}  // namespace kibitz::chess
