// The terms of the classical evaluation. Each has a middlegame and an endgame weight
// (tapered evaluation). The sum is linear in the weights, so that they can be tuned.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/bitboard.hpp"

namespace kibitz::chess {

struct Weight {
  std::int16_t mg = 0, eg = 0;
};

// The index of each term's first weight.
namespace term {
inline constexpr int material = 0;                      // by kind
inline constexpr int piece_square = material + 6;       // by kind and square from the owner's side
inline constexpr int mobility = piece_square + 6 * 64;  // by kind from knight to queen, and number of squares
inline constexpr int bishop_pair = mobility + 4 * 28;
inline constexpr int isolated = bishop_pair + 1;  // by file from the edge
inline constexpr int doubled = isolated + 4;
inline constexpr int backward = doubled + 1;
inline constexpr int phalanx = backward + 1;                       // by rank
inline constexpr int supported = phalanx + 8;                      // by rank
inline constexpr int passed = supported + 8;                       // by rank
inline constexpr int passed_unblocked = passed + 8;                // by rank
inline constexpr int passed_supported = passed_unblocked + 8;      // by a pawn
inline constexpr int own_king_distance = passed_supported + 1;     // by the own king's distance
inline constexpr int enemy_king_distance = own_king_distance + 8;  // by the enemy king's
inline constexpr int rook_open = enemy_king_distance + 8;          // rook on an open file
inline constexpr int rook_half_open = rook_open + 1;
inline constexpr int shelter = rook_half_open + 1;     // own pawns before the king, by rank; 0 for none
inline constexpr int storm = shelter + 8;              // enemy pawns before it
inline constexpr int king_attack = storm + 8;          // by the pressure on the king zone
inline constexpr int safe_check = king_attack + 32;    // by kind
inline constexpr int threat_by_pawn = safe_check + 6;  // by kind of the target
inline constexpr int threat_by_minor = threat_by_pawn + 6;
inline constexpr int threat_by_rook = threat_by_minor + 6;
inline constexpr int hanging = threat_by_rook + 6;  // attacked and undefended
inline constexpr int outpost = hanging + 1;         // of a knight; of a bishop
inline constexpr int tempo = outpost + 2;
inline constexpr int count = tempo + 1;
}  // namespace term

using Weights = std::array<Weight, term::count>;

}  // namespace kibitz::chess
