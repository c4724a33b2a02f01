// Attack tables: one for each of king and knight, magic bitboards for the sliders.
#pragma once

#include <array>
#include <cstddef>

#include "games/chess/bitboard.hpp"

namespace kibitz::chess {

// The attacks of a piece that moves by these steps.
template <std::size_t Steps>
constexpr std::array<Bitboard, kSquares> leaper_attacks(const std::array<std::array<int, 2>, Steps>& steps) {
  std::array<Bitboard, kSquares> out{};
  for (Square square = 0; square < kSquares; ++square)
    for (const auto& [files, ranks] : steps) {
      const int file = file_of(square) + files, rank = rank_of(square) + ranks;
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
        out[static_cast<std::size_t>(square)] |= bit(square_at(file, rank));
    }
  return out;
}

inline constexpr auto kKnightAttacks =
    leaper_attacks<8>({{{{1, 2}}, {{2, 1}}, {{2, -1}}, {{1, -2}}, {{-1, -2}}, {{-2, -1}}, {{-2, 1}}, {{-1, 2}}}});
inline constexpr auto kKingAttacks =
    leaper_attacks<8>({{{{1, 0}}, {{1, 1}}, {{0, 1}}, {{-1, 1}}, {{-1, 0}}, {{-1, -1}}, {{0, -1}}, {{1, -1}}}});

// The magic of a slider on one square: the relevant occupancy under `mask`, times
// `magic`, has the index into `attacks` in its upper bits.
struct Magic {
  Bitboard mask = 0, magic = 0;
  const Bitboard* attacks = nullptr;
  int shift = 0;

  Bitboard operator()(Bitboard occupied) const { return attacks[((occupied & mask) * magic) >> shift]; }
};

// Filled by `init_attacks`.
struct AttackTables {
  static constexpr std::size_t kBishopEntries = 5248, kRookEntries = 102400;

  std::array<Magic, kSquares> bishop, rook;
  std::array<Bitboard, kBishopEntries + kRookEntries> sliders;
  // The squares between two on a line, and the whole line through them.
  std::array<std::array<Bitboard, kSquares>, kSquares> between, line;
};
inline AttackTables attack_tables;

inline Bitboard knight_attacks(Square from) { return kKnightAttacks[static_cast<std::size_t>(from)]; }
inline Bitboard king_attacks(Square from) { return kKingAttacks[static_cast<std::size_t>(from)]; }
inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  return attack_tables.bishop[static_cast<std::size_t>(from)](occupied);
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) {
  return attack_tables.rook[static_cast<std::size_t>(from)](occupied);
}
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}
inline Bitboard between(Square a, Square b) {
  return attack_tables.between[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
inline Bitboard line_through(Square a, Square b) {
  return attack_tables.line[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// The attacks of a piece other than a pawn.
inline Bitboard attacks_of(Kind kind, Square from, Bitboard occupied) {
  switch (kind) {
    case knight:
      return knight_attacks(from);
    case bishop:
      return bishop_attacks(from, occupied);
    case rook:
      return rook_attacks(from, occupied);
    case queen:
      return queen_attacks(from, occupied);
    default:
      return king_attacks(from);
  }
}

// Fills the tables once, before anything above is used.
void init_attacks();

}  // namespace kibitz::chess
