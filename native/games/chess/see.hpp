// Static exchange evaluation (SEE), and what a move does before it is made:
// whether it is legal, whether it gives check.
#pragma once

#include <algorithm>
#include <array>

#include "games/chess/movegen.hpp"

namespace kibitz::chess {

// Piece values by kind. A king is never captured.
inline constexpr std::array<int, kKinds + 1> kSeeValues{100, 300, 300, 500, 900, 20000, 0};

// The occupied squares after a move.
inline Bitboard occupied_after(const Board& b, Move move) {
  const Square from = from_of(move), to = to_of(move);
  const auto occupied = b.occupied() ^ bit(from);
  switch (special_of(move)) {
    case castling: {
      const auto [king_to, rook_to] = castled(from, to);
      return (occupied ^ bit(to)) | bit(king_to) | bit(rook_to);
    }
    case en_passant:
      return (occupied ^ bit(to ^ 8)) | bit(to);
    default:
      return occupied | bit(to);
  }
}

// Whether a move that is legal in some position is legal in this one.
inline bool is_legal(const Board& b, Move move) {
  const Colour us = b.mover;
  const Square from = from_of(move), to = to_of(move);
  const auto target = bit(to);
  if (!(b.colours[us] & bit(from))) return false;
  const Kind kind = b.at(from);
  if (special_of(move) == castling || special_of(move) == en_passant) {  // rare: generate all moves
    std::array<Move, kMaxMoves> moves;
    Move* const end = generate_moves<GenType::all>(b, moves.data());
    return std::find(moves.data(), end, move) != end;
  }
  if (b.colours[us] & target) return false;
  if (kind == pawn) {
    if (((relative_rank(us, 7) & target) != 0) != is_promotion(move)) return false;
    const int up = us == white ? 8 : -8;
    if (pawn_attacks(us, bit(from)) & target) {
      if (!(b.colours[~us] & target)) return false;
    } else if (b.occupied() & target) {
      return false;
    } else if (to != from + up &&
               (to != from + 2 * up || !(relative_rank(us, 1) & bit(from)) || b.at(from + up) != nothing)) {
      return false;
    }
  } else if (is_promotion(move) || !(attacks_of(kind, from, b.occupied()) & target)) {
    return false;
  }
  const auto occupied = (b.occupied() ^ bit(from)) | target;
  if (kind == king) return !attacked(b, to, ~us, occupied);
  return !(attackers_of(b, b.king_of(us), occupied) & b.colours[~us] & ~target);
}

inline bool gives_check(const Board& b, Move move) {
  const Colour us = b.mover;
  const Square target = b.king_of(~us);
  const Square from = from_of(move), to = to_of(move);
  const Kind kind = is_promotion(move) ? promoted(move) : b.at(from);
  const auto occupied = occupied_after(b, move);
  if (special_of(move) == castling) return (rook_attacks(target, occupied) & bit(castled(from, to).rook)) != 0;
  if (kind == pawn ? pawn_attacks(us, bit(to)) & bit(target)
                   : kind != king && (attacks_of(kind, to, occupied) & bit(target)))
    return true;
  // Discovered check
  if (special_of(move) != en_passant && !line_through(target, from)) return false;
  return (bishop_attacks(target, occupied) & b.diagonal_sliders(us) & ~bit(from)) ||
         (rook_attacks(target, occupied) & b.straight_sliders(us) & ~bit(from));
}

// Whether the static exchange evaluation of a move is at least `threshold`: both
// sides recapture with their least valuable attacker as long as that gains.
inline bool see_ge(const Board& b, Move move, int threshold) {
  if (special_of(move) != normal) return threshold <= 0;  // such moves are rare and never clearly lose
  const Square from = from_of(move), to = to_of(move);
  int swap = kSeeValues[b.at(to)] - threshold;
  if (swap < 0) return false;
  swap = kSeeValues[b.at(from)] - swap;  // the loss if the piece is recaptured
  if (swap <= 0) return true;

  auto occupied = b.occupied() ^ bit(from) ^ bit(to);
  auto attackers = attackers_of(b, to, occupied);
  const auto diagonal = b.kinds[bishop] | b.kinds[queen], straight = b.kinds[rook] | b.kinds[queen];
  Colour side = b.mover;
  bool result = true;
  for (;;) {
    side = ~side;
    attackers &= occupied;
    const auto own = attackers & b.colours[side];
    if (!own) break;
    result = !result;
    Kind kind = pawn;
    while (kind < king && !(own & b.kinds[kind])) kind = static_cast<Kind>(kind + 1);
    // A king captures only an undefended piece.
    if (kind == king) return attackers & b.colours[~side] ? !result : result;
    swap = kSeeValues[kind] - swap;
    if (swap < (result ? 1 : 0)) break;
    occupied ^= bit(lsb(own & b.kinds[kind]));
    // X-ray attackers
    if (kind == pawn || kind == bishop || kind == queen) attackers |= bishop_attacks(to, occupied) & diagonal;
    if (kind == rook || kind == queen) attackers |= rook_attacks(to, occupied) & straight;
  }
  return result;
}

}  // namespace kibitz::chess
