// Which pieces are on the board: what endgame tables are sorted by. Captures and
// promotions lead to other material, and never back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/cold.hpp"
#include "games/chess/board.hpp"

namespace kibitz::chess {

// Tables hold positions with up to so many pieces, kings included.
inline constexpr int kMostTablePieces = 4;
inline constexpr std::size_t kMostOthers = kMostTablePieces - 2;

// A piece besides the kings.
struct TablePiece {
  Colour colour = white;
  Kind kind = nothing;
  friend bool operator==(const TablePiece&, const TablePiece&) = default;
};

// White has at least as much as black, and each side's pieces are in the order of
// their worth, white's first.
struct Material {
  std::array<TablePiece, kMostOthers> pieces{};
  int others = 0;

  friend bool operator==(const Material&, const Material&) = default;

  bool has_pawns() const {
    return std::any_of(pieces.begin(), pieces.begin() + others, [](const auto& each) { return each.kind == pawn; });
  }
  // Both sides have the same, so that black to move is white to move seen from the other side.
  bool is_even() const {
    return others == 2 && pieces[0].colour != pieces[1].colour && pieces[0].kind == pieces[1].kind;
  }
  // Two pieces that can change places.
  bool has_twins() const { return others == 2 && pieces[0] == pieces[1]; }

  // As people write it: KQK, KRKB.
  std::string name() const {
    std::string out = "K";
    for (const Colour colour : {white, black}) {
      for (int i = 0; i < others; ++i)
        if (pieces[static_cast<std::size_t>(i)].colour == colour)
          out += "PNBRQK"[pieces[static_cast<std::size_t>(i)].kind];
      if (colour == white) out += 'K';
    }
    return out;
  }
};

// All material with up to so many pieces; what captures and promotions lead to
// comes before what they start from.
KIBITZ_COLD inline std::vector<Material> all_materials(int most_pieces) {
  std::vector<Material> out{Material{}};
  if (most_pieces < 3) return out;
  const auto add = [&](TablePiece first, TablePiece second) { out.push_back({{first, second}, 2}); };
  constexpr std::array kKindsDown{knight, bishop, rook, queen, pawn};  // pawns last: they become the others
  for (const Kind kind : kKindsDown) out.push_back({{TablePiece{white, kind}, {}}, 1});
  if (most_pieces < 4) return out;
  // With pawns the more the later; a pawn's promotion keeps the other piece.
  for (int pawns = 0; pawns <= 2; ++pawns)
    for (const Kind strong : kKindsDown)
      for (const Kind weak : kKindsDown) {
        if ((strong == pawn) + (weak == pawn) != pawns) continue;
        const auto worth = [](Kind kind) { return static_cast<int>(kind); };
        if (worth(strong) < worth(weak)) continue;
        add({white, strong}, {white, weak});
        add({white, strong}, {black, weak});
      }
  return out;
}

// The material of a position, and whether the colours have to be changed for it.
struct SeenMaterial {
  Material material;
  bool swapped = false;
};
inline SeenMaterial material_of(const Board& b) {
  std::array<std::array<Kind, kMostOthers>, 2> found{};
  std::array<std::size_t, 2> sizes{};
  for (int kind = queen; kind >= pawn; --kind)
    for (const Colour colour : {white, black})
      for (int left = count(b.of(colour, static_cast<Kind>(kind))); left > 0; --left)
        found[colour][sizes[colour]++] = static_cast<Kind>(kind);
  SeenMaterial out;
  out.swapped = sizes[black] > sizes[white] ||
                (sizes[black] == sizes[white] && sizes[white] > 0 && found[black][0] > found[white][0]);
  for (const Colour colour : {white, black}) {
    const Colour from = out.swapped ? ~colour : colour;
    for (std::size_t i = 0; i < sizes[from]; ++i)
      out.material.pieces[static_cast<std::size_t>(out.material.others++)] = {colour, found[from][i]};
  }
  return out;
}

}  // namespace kibitz::chess
