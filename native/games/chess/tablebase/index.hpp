// The index of endgame positions: one place for each class of positions of a
// material under the symmetries of the board.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/chess/tablebase/material.hpp"

namespace kibitz::chess {

// Indices of king pairs. Without pawns the white king is in the triangle a1-d1-d4,
// and with it on the diagonal the black king is not above; with pawns the white king
// is on files a to d.
class KingPairs {
 public:
  static constexpr int kNone = -1;

  explicit KingPairs(bool pawns) : pawns_(pawns) {
    for (auto& row : numbers_) row.fill(kNone);
    for (Square w = 0; w < kSquares; ++w)
      for (Square b = 0; b < kSquares; ++b) {
        if (w == b || (king_attacks(w) & bit(b)) || symmetry(w, b) != 0) continue;
        numbers_[static_cast<std::size_t>(w)][static_cast<std::size_t>(b)] = size_++;
        pairs_.push_back({static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(b)});
      }
  }

  int size() const { return size_; }
  int number(Square w, Square b) const { return numbers_[static_cast<std::size_t>(w)][static_cast<std::size_t>(b)]; }
  const std::array<std::uint8_t, 2>& pair(int number) const { return pairs_[static_cast<std::size_t>(number)]; }

  // The symmetry to the canonical pair: 1 mirror files, 2 mirror ranks, 4 mirror along the diagonal.
  int symmetry(Square w, Square b) const {
    int out = 0;
    if (file_of(w) > 3) out |= 1;
    if (pawns_) return out;
    if (rank_of(w) > 3) out |= 2;
    const Square w2 = image(w, out), b2 = image(b, out);
    const int off = rank_of(w2) - file_of(w2);
    if (off > 0 || (off == 0 && rank_of(b2) > file_of(b2))) out |= 4;
    return out;
  }
  static Square image(Square square, int symmetry) {
    if (symmetry & 1) square ^= 7;
    if (symmetry & 2) square ^= 56;
    if (symmetry & 4) square = square_at(rank_of(square), file_of(square));
    return square;
  }

 private:
  bool pawns_;
  int size_ = 0;
  std::array<std::array<int, kSquares>, kSquares> numbers_;
  std::vector<std::array<std::uint8_t, 2>> pairs_;
};

inline const KingPairs& king_pairs(bool pawns) {
  static const KingPairs without(false), with(true);
  return pawns ? with : without;
}

// The squares of the white king, the black king, and the other pieces in the order of the material.
struct TablePosition {
  Colour mover = white;
  std::array<Square, kMaxTablebasePieces> squares{};

  Square king(Colour colour) const { return squares[colour]; }
  Square other(int i) const { return squares[static_cast<std::size_t>(2 + i)]; }
};

// The index of the positions of one material.
class MaterialIndex {
 public:
  explicit MaterialIndex(const Material& material)
      : material_(material), kings_(&king_pairs(material.has_pawns())), movers_(material.is_even() ? 1 : 2) {
    size_ = static_cast<std::uint64_t>(kings_->size()) * movers_;
    if (material.has_identical_pair())
      size_ *= pairs();
    else
      for (int i = 0; i < material.others; ++i) size_ *= squares_for(i);
  }

  const Material& material() const { return material_; }
  std::uint64_t size() const { return size_; }

  std::uint64_t place(TablePosition p) const {
    if (movers_ == 1 && p.mover == black) p = swapped(p);
    const int symmetry = kings_->symmetry(p.king(white), p.king(black));
    for (auto& square : p.squares) square = KingPairs::image(square, symmetry);
    auto out = static_cast<std::uint64_t>(kings_->number(p.king(white), p.king(black)));
    out = out * movers_ + (movers_ == 2 ? p.mover : 0);
    if (material_.has_identical_pair()) {
      const auto [low, high] = std::minmax({number_of(0, p.other(0)), number_of(1, p.other(1))});
      return out * pairs() + high * (high - 1) / 2 + low;
    }
    for (int i = 0; i < material_.others; ++i) out = out * squares_for(i) + number_of(i, p.other(i));
    return out;
  }

  // The position at a place; it may be illegal.
  TablePosition at(std::uint64_t place) const {
    TablePosition p;
    if (material_.has_identical_pair()) {
      const auto rest = place % pairs();
      place /= pairs();
      std::uint64_t high = 1;
      while ((high + 1) * high / 2 <= rest) ++high;
      p.squares[2] = square_of(0, high);
      p.squares[3] = square_of(1, rest - high * (high - 1) / 2);
    } else {
      for (int i = material_.others; i-- > 0; place /= squares_for(i))
        p.squares[static_cast<std::size_t>(2 + i)] = square_of(i, place % squares_for(i));
    }
    p.mover = movers_ == 2 && place % 2 == 1 ? black : white;
    place /= movers_;
    p.squares[0] = kings_->pair(static_cast<int>(place))[0];
    p.squares[1] = kings_->pair(static_cast<int>(place))[1];
    return p;
  }

  // The position with colours swapped, of even material.
  static TablePosition swapped(const TablePosition& p) {
    const auto& s = p.squares;
    return {~p.mover, {mirrored(s[1]), mirrored(s[0]), mirrored(s[3]), mirrored(s[2])}};
  }

 private:
  std::uint64_t squares_for(int piece) const {
    return material_.pieces[static_cast<std::size_t>(piece)].kind == pawn ? 48 : 64;
  }
  std::uint64_t number_of(int piece, Square square) const {
    return static_cast<std::uint64_t>(squares_for(piece) == 48 ? square - 8 : square);
  }
  Square square_of(int piece, std::uint64_t number) const {
    return static_cast<Square>(number) + (squares_for(piece) == 48 ? 8 : 0);
  }
  // Placements of an identical pair.
  std::uint64_t pairs() const { return squares_for(0) * (squares_for(0) - 1) / 2; }

  Material material_;
  const KingPairs* kings_;
  std::uint64_t movers_;
  std::uint64_t size_ = 0;
};

}  // namespace kibitz::chess
