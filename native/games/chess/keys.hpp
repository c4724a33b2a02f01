// Zobrist keys: pieces, castling rights, the en passant file and the side to move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/random.hpp"
#include "games/chess/bitboard.hpp"

namespace kibitz::chess {

using Key = std::uint64_t;

struct ZobristKeys {
  std::array<std::array<std::array<Key, kSquares>, kKinds>, 2> pieces{};
  std::array<Key, kSquares> castling{};
  std::array<Key, 8> en_passant{};  // by file
  Key black_to_move = 0;

  constexpr ZobristKeys() {
    Random random(0x6368657373);
    for (auto& side : pieces)
      for (auto& kind : side)
        for (auto& number : kind) number = random.next();
    for (auto& number : castling) number = random.next();
    for (auto& number : en_passant) number = random.next();
    black_to_move = random.next();
  }
};
inline constexpr ZobristKeys kZobrist;

constexpr Key piece_key(Colour colour, Kind kind, Square square) {
  return kZobrist.pieces[colour][kind][static_cast<std::size_t>(square)];
}
constexpr Key en_passant_key(Square square) { return kZobrist.en_passant[static_cast<std::size_t>(file_of(square))]; }

constexpr Key castling_key(Bitboard castling_rooks) {
  Key key = 0;
  while (castling_rooks) key ^= kZobrist.castling[static_cast<std::size_t>(pop_lsb(castling_rooks))];
  return key;
}

}  // namespace kibitz::chess
