// Making moves, and taking them back.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/moves.hpp"

namespace kibitz::chess {

// What a move loses that can't be seen from it.
struct Undo {
  Key key;
  std::uint16_t castlers;  // their squares on the first rank, and on the last above
  Kind taken;
  std::uint8_t passing, clock;
};

constexpr std::uint16_t packed_castlers(Bitboard castlers) {
  return static_cast<std::uint16_t>((castlers & 0xff) | castlers >> 56 << 8);
}
constexpr Bitboard unpacked_castlers(std::uint16_t packed) {
  return (packed & 0xffu) | static_cast<Bitboard>(packed >> 8) << 56;
}

// Where king and rook stand after castling with the rook on a square.
struct Castled {
  Square king, rook;
};
constexpr Castled castled(Square king_from, Square rook_from) {
  const int rank = rank_of(king_from);
  return rook_from > king_from ? Castled{square_at(6, rank), square_at(5, rank)}
                               : Castled{square_at(2, rank), square_at(3, rank)};
}

// Lets a pawn that went two steps be taken in passing, where the next player can.
template <Colour Us>
void allow_passing(Board& b, Square to) {
  const Square behind = to ^ 8;
  auto takers = pawn_attacks<Us>(bit(behind)) & b.of(~Us, pawn);
  while (takers)
    if (may_take_in_passing(b, take_lowest(takers), behind)) {
      b.passing = static_cast<std::uint8_t>(behind);
      b.key ^= passing_key(behind);
      return;
    }
}

template <Colour Us>
Undo play_as(Board& b, Move move) {
  constexpr Colour them = ~Us;
  const Square from = from_of(move), to = to_of(move);
  Undo undo{b.key, packed_castlers(b.castlers), nothing, b.passing, b.clock};
  ++b.clock;
  if constexpr (Us == black) ++b.number;
  if (b.passing != kNowhere) {
    b.key ^= passing_key(b.passing);
    b.passing = kNowhere;
  }
  const Kind kind = b.at(from);
  b.key ^= kKeys.black_to_move;
  b.mover = them;
  if (special_of(move) == castling) {
    const auto [king_to, rook_to] = castled(from, to);
    b.remove(Us, king, from);
    b.remove(Us, rook, to);
    b.put(Us, king, king_to);
    b.put(Us, rook, rook_to);
  } else {
    if (const Kind taken = b.at(to); taken != nothing) {
      undo.taken = taken;
      b.remove(them, taken, to);
      b.clock = 0;
    }
    if (kind != pawn) {
      b.carry(Us, kind, from, to);
    } else {
      b.clock = 0;
      if (is_promotion(move)) {
        b.remove(Us, pawn, from);
        b.put(Us, promoted(move), to);
      } else {
        b.carry(Us, pawn, from, to);
        if (special_of(move) == en_passant) {
          b.remove(them, pawn, to ^ 8);
        } else if ((from ^ to) == 16) {
          allow_passing<Us>(b, to);
        }
      }
    }
  }
  if (b.castlers) {
    auto lost = b.castlers & (bit(from) | bit(to));
    if (kind == king) lost |= b.castlers & rank_for(Us, 0);
    b.castlers ^= lost;
    b.key ^= castlers_key(lost);
  }
  return undo;
}

template <Colour Us>
void undo_as(Board& b, Move move, const Undo& undo) {
  constexpr Colour them = ~Us;
  const Square from = from_of(move), to = to_of(move);
  b.mover = Us;
  if constexpr (Us == black) --b.number;
  if (special_of(move) == castling) {
    const auto [king_to, rook_to] = castled(from, to);
    b.remove(Us, king, king_to);
    b.remove(Us, rook, rook_to);
    b.put(Us, king, from);
    b.put(Us, rook, to);
  } else {
    if (is_promotion(move)) {
      b.remove(Us, promoted(move), to);
      b.put(Us, pawn, from);
    } else {
      b.carry(Us, b.at(to), to, from);
    }
    if (undo.taken != nothing) b.put(them, undo.taken, to);
    if (special_of(move) == en_passant) b.put(them, pawn, to ^ 8);
  }
  b.key = undo.key;
  b.castlers = unpacked_castlers(undo.castlers);
  b.passing = undo.passing;
  b.clock = undo.clock;
}

inline Undo play(Board& b, Move move) { return b.mover == white ? play_as<white>(b, move) : play_as<black>(b, move); }
inline void undo(Board& b, Move move, const Undo& undo) {
  b.mover == white ? undo_as<black>(b, move, undo) : undo_as<white>(b, move, undo);
}

}  // namespace kibitz::chess
