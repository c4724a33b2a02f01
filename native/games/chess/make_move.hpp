// Making and undoing moves.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/moves.hpp"

namespace kibitz::chess {

// The irreversible state of a position.
struct Undo {
  Key key;
  std::uint16_t castling_rooks;  // files on the first rank, and on the last rank above
  Kind captured;
  std::uint8_t ep_square, halfmove_clock;
};

constexpr std::uint16_t pack_castling_rooks(Bitboard castling_rooks) {
  return static_cast<std::uint16_t>((castling_rooks & 0xff) | castling_rooks >> 56 << 8);
}
constexpr Bitboard unpack_castling_rooks(std::uint16_t packed) {
  return (packed & 0xffu) | static_cast<Bitboard>(packed >> 8) << 56;
}

// The squares of king and rook after castling.
struct Castled {
  Square king, rook;
};
constexpr Castled castled(Square king_from, Square rook_from) {
  const int rank = rank_of(king_from);
  return rook_from > king_from ? Castled{square_at(6, rank), square_at(5, rank)}
                               : Castled{square_at(2, rank), square_at(3, rank)};
}

// Sets the en passant square after a double push if a legal capture exists.
template <Colour Us>
void set_en_passant(Board& b, Square to) {
  const Square behind = to ^ 8;
  auto takers = pawn_attacks<Us>(bit(behind)) & b.of(~Us, pawn);
  while (takers)
    if (is_legal_en_passant(b, pop_lsb(takers), behind)) {
      b.ep_square = static_cast<std::uint8_t>(behind);
      b.key ^= en_passant_key(behind);
      return;
    }
}

template <Colour Us>
Undo play_as(Board& b, Move move) {
  constexpr Colour them = ~Us;
  const Square from = from_of(move), to = to_of(move);
  Undo undo{b.key, pack_castling_rooks(b.castling_rooks), nothing, b.ep_square, b.halfmove_clock};
  ++b.halfmove_clock;
  if constexpr (Us == black) ++b.fullmove_number;
  if (b.ep_square != kNoSquare) {
    b.key ^= en_passant_key(b.ep_square);
    b.ep_square = kNoSquare;
  }
  const Kind kind = b.at(from);
  b.key ^= kZobrist.black_to_move;
  b.mover = them;
  if (special_of(move) == castling) {
    const auto [king_to, rook_to] = castled(from, to);
    b.remove(Us, king, from);
    b.remove(Us, rook, to);
    b.put(Us, king, king_to);
    b.put(Us, rook, rook_to);
  } else {
    if (const Kind captured = b.at(to); captured != nothing) {
      undo.captured = captured;
      b.remove(them, captured, to);
      b.halfmove_clock = 0;
    }
    if (kind != pawn) {
      b.move_piece(Us, kind, from, to);
    } else {
      b.halfmove_clock = 0;
      if (is_promotion(move)) {
        b.remove(Us, pawn, from);
        b.put(Us, promoted(move), to);
      } else {
        b.move_piece(Us, pawn, from, to);
        if (special_of(move) == en_passant) {
          b.remove(them, pawn, to ^ 8);
        } else if ((from ^ to) == 16) {
          set_en_passant<Us>(b, to);
        }
      }
    }
  }
  if (b.castling_rooks) {
    auto lost = b.castling_rooks & (bit(from) | bit(to));
    if (kind == king) lost |= b.castling_rooks & relative_rank(Us, 0);
    b.castling_rooks ^= lost;
    b.key ^= castling_key(lost);
  }
  return undo;
}

template <Colour Us>
void undo_as(Board& b, Move move, const Undo& undo) {
  constexpr Colour them = ~Us;
  const Square from = from_of(move), to = to_of(move);
  b.mover = Us;
  if constexpr (Us == black) --b.fullmove_number;
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
      b.move_piece(Us, b.at(to), to, from);
    }
    if (undo.captured != nothing) b.put(them, undo.captured, to);
    if (special_of(move) == en_passant) b.put(them, pawn, to ^ 8);
  }
  b.key = undo.key;
  b.castling_rooks = unpack_castling_rooks(undo.castling_rooks);
  b.ep_square = undo.ep_square;
  b.halfmove_clock = undo.halfmove_clock;
}

inline Undo play(Board& b, Move move) { return b.mover == white ? play_as<white>(b, move) : play_as<black>(b, move); }
inline void undo(Board& b, Move move, const Undo& undo) {
  b.mover == white ? undo_as<black>(b, move, undo) : undo_as<white>(b, move, undo);
}

}  // namespace kibitz::chess
