// What the hand-made evaluation looks at. Each term has two weights, one for the
// middle game and one for the end, and counts for the side that has it; the sum
// is linear in the weights, so that they can be tuned.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/bitboard.hpp"

namespace kibitz::chess {

struct Weight {
  std::int16_t middle = 0, end = 0;
};

// Where the weights of each term begin.
namespace term {
inline constexpr int material = 0;               // by kind
inline constexpr int place = material + 6;       // by kind and square as the owner sees it
inline constexpr int mobility = place + 6 * 64;  // by kind from knight to queen, and squares
inline constexpr int bishop_pair = mobility + 4 * 28;
inline constexpr int isolated = bishop_pair + 1;  // a pawn without others beside it; by file from the edge
inline constexpr int doubled = isolated + 4;
inline constexpr int backward = doubled + 1;
inline constexpr int phalanx = backward + 1;            // beside another pawn, by rank
inline constexpr int supported = phalanx + 8;           // covered by another pawn, by rank
inline constexpr int passed = supported + 8;            // by rank
inline constexpr int passed_free = passed + 8;          // nothing in front of it, by rank
inline constexpr int passed_covered = passed_free + 8;  // by an own pawn
inline constexpr int passed_king = passed_covered + 1;  // how far the own king is, by steps
inline constexpr int passed_enemy = passed_king + 8;    // and the other one
inline constexpr int rook_open = passed_enemy + 8;      // on a file without pawns
inline constexpr int rook_half_open = rook_open + 1;
inline constexpr int shelter = rook_half_open + 1;     // own pawns before the king, by rank; 0 is none
inline constexpr int storm = shelter + 8;              // enemy pawns before it
inline constexpr int king_attack = storm + 8;          // by how much of the king's surroundings is attacked
inline constexpr int safe_check = king_attack + 32;    // checks that can't be taken, by kind
inline constexpr int threat_by_pawn = safe_check + 6;  // by what is attacked
inline constexpr int threat_by_minor = threat_by_pawn + 6;
inline constexpr int threat_by_rook = threat_by_minor + 6;
inline constexpr int hanging = threat_by_rook + 6;  // attacked and not covered
inline constexpr int outpost = hanging + 1;         // a knight that no pawn can drive away; a bishop
inline constexpr int tempo = outpost + 2;
inline constexpr int count = tempo + 1;
}  // namespace term

using Weights = std::array<Weight, term::count>;

}  // namespace kibitz::chess
