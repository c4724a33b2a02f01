// The numbers behind the keys of positions: what stands where, which rooks may
// castle, where a pawn may be taken in passing, and whose turn it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/random.hpp"
#include "games/chess/bitboard.hpp"

namespace kibitz::chess {

using Key = std::uint64_t;

struct KeyNumbers {
  std::array<std::array<std::array<Key, kSquares>, kKinds>, 2> pieces{};
  std::array<Key, kSquares> castlers{};
  std::array<Key, 8> passing{};  // by file
  Key black_to_move = 0;

  constexpr KeyNumbers() {
    Random random(0x6368657373);
    for (auto& side : pieces)
      for (auto& kind : side)
        for (auto& number : kind) number = random.next();
    for (auto& number : castlers) number = random.next();
    for (auto& number : passing) number = random.next();
    black_to_move = random.next();
  }
};
inline constexpr KeyNumbers kKeys;

constexpr Key piece_key(Colour colour, Kind kind, Square square) {
  return kKeys.pieces[colour][kind][static_cast<std::size_t>(square)];
}
constexpr Key passing_key(Square square) { return kKeys.passing[static_cast<std::size_t>(file_of(square))]; }

constexpr Key castlers_key(Bitboard castlers) {
  Key key = 0;
  while (castlers) key ^= kKeys.castlers[static_cast<std::size_t>(take_lowest(castlers))];
  return key;
}

}  // namespace kibitz::chess
