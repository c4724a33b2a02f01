// What the classical evaluation began with, before anything was tuned: what
// players are taught. Pieces belong in the middle, pawns want to go on, the king
// hides until the pieces are gone.
#pragma once

#include <algorithm>

#include "games/chess/classical/terms.hpp"

namespace kibitz::chess {

constexpr Weights first_weights() {
  Weights out{};
  const auto set = [&](int which, int middle, int end) {
    out[static_cast<std::size_t>(which)] = {static_cast<std::int16_t>(middle), static_cast<std::int16_t>(end)};
  };
  constexpr std::array<int, 5> kWorth{100, 310, 330, 500, 950};
  for (int kind = pawn; kind < king; ++kind)
    set(term::material + kind, kWorth[static_cast<std::size_t>(kind)], kWorth[static_cast<std::size_t>(kind)]);
  for (Square square = 0; square < kSquares; ++square) {
    const int file = file_of(square), rank = rank_of(square);
    // From 0 in a corner to 6 in the middle.
    const int central = std::min(file, 7 - file) + std::min(rank, 7 - rank);
    const int middle_file = std::min(file, 7 - file);
    set(term::piece_square + 64 * pawn + square, rank * middle_file, 4 * rank);
    set(term::piece_square + 64 * knight + square, 6 * central - 18, 4 * central - 12);
    set(term::piece_square + 64 * bishop + square, 3 * central - 9, 2 * central - 6);
    set(term::piece_square + 64 * rook + square, 3 * middle_file + (rank == 6 ? 15 : 0), rank == 6 ? 10 : 0);
    set(term::piece_square + 64 * queen + square, central - 3, 3 * central - 9);
    set(term::piece_square + 64 * king + square, (rank == 0 ? 10 : -20 * rank) - 8 * middle_file, 8 * central - 24);
  }
  constexpr std::array<int, 4> kUsual{4, 6, 7, 13}, kStep{5, 4, 3, 2};
  for (int kind = 0; kind < 4; ++kind)
    for (int squares = 0; squares < 28; ++squares) {
      const auto k = static_cast<std::size_t>(kind);
      set(term::mobility + 28 * kind + squares, kStep[k] * (squares - kUsual[k]), kStep[k] * (squares - kUsual[k]));
    }
  set(term::bishop_pair, 30, 50);
  for (int file = 0; file < 4; ++file) set(term::isolated + file, -12, -15);
  set(term::doubled, -10, -20);
  set(term::backward, -10, -10);
  for (int rank = 1; rank < 7; ++rank) {
    set(term::phalanx + rank, 2 * rank, 2 * rank);
    set(term::supported + rank, 3 * rank, 3 * rank);
    set(term::passed + rank, 2 * rank * rank, 4 * rank * rank);
    set(term::passed_unblocked + rank, rank * rank, 2 * rank * rank);
  }
  set(term::passed_supported, 10, 15);
  for (int steps = 0; steps < 8; ++steps) {
    set(term::own_king_distance + steps, 0, -5 * steps);
    set(term::enemy_king_distance + steps, 0, 7 * steps);
  }
  set(term::rook_open, 25, 10);
  set(term::rook_half_open, 12, 5);
  for (int rank = 0; rank < 8; ++rank) {
    set(term::shelter + rank, rank == 0 ? -25 : rank == 1 ? 15 : rank == 2 ? 8 : -5, 0);
    set(term::storm + rank, rank == 2 ? -15 : rank == 3 ? -10 : 0, 0);
  }
  for (int force = 0; force < 32; ++force) set(term::king_attack + force, force * force / 3, force);
  set(term::safe_check + knight, 40, 5);
  set(term::safe_check + bishop, 20, 5);
  set(term::safe_check + rook, 50, 10);
  set(term::safe_check + queen, 40, 20);
  for (int kind = knight; kind < king; ++kind) set(term::threat_by_pawn + kind, 40, 40);
  for (int kind = rook; kind < king; ++kind) set(term::threat_by_minor + kind, 30, 30);
  set(term::threat_by_rook + queen, 30, 30);
  set(term::hanging, 20, 20);
  set(term::outpost, 20, 10);
  set(term::outpost + 1, 15, 5);
  set(term::tempo, 15, 10);
  return out;
}

}  // namespace kibitz::chess
