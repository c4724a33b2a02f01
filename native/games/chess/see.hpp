// What a move does before it is made: whether it is allowed at all, whether it
// gives check, and what it wins once both sides have taken all they like.
#pragma once

#include <algorithm>
#include <array>

#include "games/chess/movegen.hpp"

namespace kibitz::chess {

// What pieces are worth in exchanges, as everybody learns it; a king is never given.
inline constexpr std::array<int, kKinds + 1> kExchangeWorth{100, 300, 300, 500, 900, 20000, 0};

// The squares that are occupied after a move.
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

// Whether a move that was allowed in some position is allowed here.
inline bool is_allowed(const Board& b, Move move) {
  const Colour us = b.mover;
  const Square from = from_of(move), to = to_of(move);
  const auto target = bit(to);
  if (!(b.colours[us] & bit(from))) return false;
  const Kind kind = b.at(from);
  if (special_of(move) == castling || special_of(move) == en_passant) {  // rare, so simply looked for
    std::array<Move, kMostMoves> listed;
    Move* const end = list_moves<Which::all>(b, listed.data());
    return std::find(listed.data(), end, move) != end;
  }
  if (b.colours[us] & target) return false;
  if (kind == pawn) {
    if (((rank_for(us, 7) & target) != 0) != is_promotion(move)) return false;
    const int up = us == white ? 8 : -8;
    if (pawn_attacks(us, bit(from)) & target) {
      if (!(b.colours[~us] & target)) return false;
    } else if (b.occupied() & target) {
      return false;
    } else if (to != from + up &&
               (to != from + 2 * up || !(rank_for(us, 1) & bit(from)) || b.at(from + up) != nothing)) {
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
  // A slider behind may see the king now.
  if (special_of(move) != en_passant && !line_through(target, from)) return false;
  return (bishop_attacks(target, occupied) & b.diagonal_sliders(us) & ~bit(from)) ||
         (rook_attacks(target, occupied) & b.straight_sliders(us) & ~bit(from));
}

// Whether a move wins at least so much if both sides take back on its square with
// their cheapest piece for as long as that pays.
inline bool wins_exchange(const Board& b, Move move, int least) {
  if (special_of(move) != plain) return least <= 0;  // such moves are rare and never clearly lose
  const Square from = from_of(move), to = to_of(move);
  int balance = kExchangeWorth[b.at(to)] - least;
  if (balance < 0) return false;
  balance = kExchangeWorth[b.at(from)] - balance;  // what is lost if the piece is taken
  if (balance <= 0) return true;

  auto occupied = b.occupied() ^ bit(from) ^ bit(to);
  auto attackers = attackers_of(b, to, occupied);
  const auto diagonal = b.kinds[bishop] | b.kinds[queen], straight = b.kinds[rook] | b.kinds[queen];
  Colour side = b.mover;
  bool wins = true;
  for (;;) {
    side = ~side;
    attackers &= occupied;
    const auto own = attackers & b.colours[side];
    if (!own) break;
    wins = !wins;
    Kind kind = pawn;
    while (kind < king && !(own & b.kinds[kind])) kind = static_cast<Kind>(kind + 1);
    // A king may take only what nobody covers.
    if (kind == king) return attackers & b.colours[~side] ? !wins : wins;
    balance = kExchangeWorth[kind] - balance;
    if (balance < (wins ? 1 : 0)) break;
    occupied ^= bit(lowest(own & b.kinds[kind]));
    if (kind == pawn || kind == bishop || kind == queen) attackers |= bishop_attacks(to, occupied) & diagonal;
    if (kind == rook || kind == queen) attackers |= rook_attacks(to, occupied) & straight;
  }
  return wins;
}

}  // namespace kibitz::chess
