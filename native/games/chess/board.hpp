// A chess position: bitboards by kind and colour, a mailbox, and the Zobrist key.
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
  std::array<Kind, kSquares> mailbox;
  Key key = 0;
  Bitboard castling_rooks = 0;  // castling rights, by rook
  Colour mover = white;
  std::uint8_t ep_square = kNoSquare;  // only if an en passant capture is legal
  std::uint8_t halfmove_clock = 0;     // plies since a capture or pawn move
  std::uint16_t fullmove_number = 1;

  Board() { mailbox.fill(nothing); }

  Bitboard occupied() const { return colours[white] | colours[black]; }
  Bitboard of(Colour colour, Kind kind) const { return colours[colour] & kinds[kind]; }
  Bitboard diagonal_sliders(Colour colour) const { return colours[colour] & (kinds[bishop] | kinds[queen]); }
  Bitboard straight_sliders(Colour colour) const { return colours[colour] & (kinds[rook] | kinds[queen]); }
  Square king_of(Colour colour) const { return lsb(of(colour, king)); }
  Kind at(Square square) const { return mailbox[static_cast<std::size_t>(square)]; }
  Colour colour_at(Square square) const { return colours[black] & bit(square) ? black : white; }

  // Move counters are not part of the identity.
  friend bool operator==(const Board& a, const Board& b) {
    return a.kinds == b.kinds && a.colours == b.colours && a.castling_rooks == b.castling_rooks && a.mover == b.mover &&
           a.ep_square == b.ep_square;
  }

  void put(Colour colour, Kind kind, Square square) {
    kinds[kind] |= bit(square);
    colours[colour] |= bit(square);
    mailbox[static_cast<std::size_t>(square)] = kind;
    key ^= piece_key(colour, kind, square);
  }
  void remove(Colour colour, Kind kind, Square square) {
    kinds[kind] ^= bit(square);
    colours[colour] ^= bit(square);
    mailbox[static_cast<std::size_t>(square)] = nothing;
    key ^= piece_key(colour, kind, square);
  }
  void move_piece(Colour colour, Kind kind, Square from, Square to) {
    const auto both = bit(from) | bit(to);
    kinds[kind] ^= both;
    colours[colour] ^= both;
    mailbox[static_cast<std::size_t>(from)] = nothing;
    mailbox[static_cast<std::size_t>(to)] = kind;
    key ^= piece_key(colour, kind, from) ^ piece_key(colour, kind, to);
  }
};

// Whether a colour attacks a square with this occupancy.
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

// The pieces that check a colour's king.
inline Bitboard checkers_of(const Board& b, Colour colour) {
  return attackers_of(b, b.king_of(colour), b.occupied()) & b.colours[~colour];
}
inline bool in_check(const Board& b) { return attacked(b, b.king_of(b.mover), ~b.mover, b.occupied()); }

// Whether en passant by the mover's pawn on `from` leaves its king unattacked.
inline bool is_legal_en_passant(const Board& b, Square from, Square to) {
  const Colour us = b.mover;
  const auto taken = bit(to ^ 8);
  const auto occupied = (b.occupied() ^ bit(from) ^ taken) | bit(to);
  return !(attackers_of(b, b.king_of(us), occupied) & b.colours[~us] & ~taken);
}

// Whether neither side can mate: at most one minor piece, or all bishops on squares of one colour.
inline bool has_insufficient_material(const Board& b) {
  if (b.kinds[pawn] | b.kinds[rook] | b.kinds[queen]) return false;
  if (!more_than_one(b.kinds[knight] | b.kinds[bishop])) return true;
  return !b.kinds[knight] && (!(b.kinds[bishop] & kDarkSquares) || !(b.kinds[bishop] & ~kDarkSquares));
}

}  // namespace kibitz::chess
