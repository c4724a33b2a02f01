// The material of a position, by which endgame tables are sorted. Captures and
// promotions are irreversible: they lead to other material, and never back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/cold.hpp"
#include "games/chess/board.hpp"

namespace kibitz::chess {

// Kings included.
inline constexpr int kMaxTablebasePieces = 4;
inline constexpr std::size_t kMaxOthers = kMaxTablebasePieces - 2;

// A piece besides the kings.
struct TablePiece {
  Colour colour = white;
  Kind kind = nothing;
  friend bool operator==(const TablePiece&, const TablePiece&) = default;
};

// White is the stronger side; pieces are sorted by side, then by value.
struct Material {
  std::array<TablePiece, kMaxOthers> pieces{};
  int others = 0;

  friend bool operator==(const Material&, const Material&) = default;

  bool has_pawns() const {
    return std::any_of(pieces.begin(), pieces.begin() + others, [](const auto& each) { return each.kind == pawn; });
  }
  // Both sides have the same, so that black to move is white to move with colours swapped.
  bool is_even() const {
    return others == 2 && pieces[0].colour != pieces[1].colour && pieces[0].kind == pieces[1].kind;
  }
  // Two identical pieces.
  bool has_identical_pair() const { return others == 2 && pieces[0] == pieces[1]; }

  // KQK, KRKB.
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

// All materials with up to `most_pieces`, in dependency order.
KIBITZ_COLD inline std::vector<Material> all_materials(int most_pieces) {
  std::vector<Material> out{Material{}};
  if (most_pieces < 3) return out;
  const auto add = [&](TablePiece first, TablePiece second) { out.push_back({{first, second}, 2}); };
  constexpr std::array kKindsDown{knight, bishop, rook, queen, pawn};  // pawns last: they promote to the others
  for (const Kind kind : kKindsDown) out.push_back({{TablePiece{white, kind}, {}}, 1});
  if (most_pieces < 4) return out;
  // More pawns come later; a promotion keeps the other piece.
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

// The material of a position, and whether the colours are swapped for it.
struct OrientedMaterial {
  Material material;
  bool swapped = false;
};
inline OrientedMaterial material_of(const Board& b) {
  std::array<std::array<Kind, kMaxOthers>, 2> found{};
  std::array<std::size_t, 2> sizes{};
  for (int kind = queen; kind >= pawn; --kind)
    for (const Colour colour : {white, black})
      for (int left = count(b.of(colour, static_cast<Kind>(kind))); left > 0; --left)
        found[colour][sizes[colour]++] = static_cast<Kind>(kind);
  OrientedMaterial out;
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
