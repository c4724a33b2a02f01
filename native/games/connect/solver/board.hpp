// Bitboards of the exact Connect solver, one word for each player.
//
// A column has `height` bits and an empty one on top, so that shifts never carry a stone into a line of the next
// column, and adding the bottom row to the filled cells gives the next free cell of every column. Because of that spare
// row the solver has its own board instead of that of the rules, which supports larger sizes.
//
// The code is generic over the shape: constant (`FixedShape`, for the most common board) or any other that fits
// (`AnySize`, `AnyShape`), which takes about twice the time.
#pragma once

#include <bit>
#include <cstdint>

namespace kibitz::connect {

using Cells = std::uint64_t;

struct Masks {
  Cells bottom = 0;
  Cells all = 0;
  // The top row and every second row below: the cells of replies on top of a stone in a column with an even number of
  // free cells.
  Cells answer_rows = 0;
  Cells low_rows = 0;  // the three lowest

  constexpr Masks(int width, int height) {
    for (int column = 0; column < width; ++column) {
      const int base = column * (height + 1);
      bottom |= Cells{1} << base;
      all |= ((Cells{1} << height) - 1) << base;
      for (int row = height - 1; row >= 0; row -= 2) answer_rows |= Cells{1} << (base + row);
      for (int row = 0; row < height && row < 3; ++row) low_rows |= Cells{1} << (base + row);
    }
  }
};

template <int Width, int Height, int Length>
struct FixedShape {
  static constexpr int width = Width;
  static constexpr int height = Height;
  static constexpr int length = Length;
  static constexpr Masks masks{Width, Height};
  static constexpr int most_width = Width;
  static constexpr int most_length = Length;
};

// Any size. The most common length stays a constant, because the innermost loops run over it.
template <int Length>
struct AnySize {
  int width;
  int height;
  Masks masks;
  static constexpr int length = Length;
  static constexpr int most_width = 32;
  static constexpr int most_length = Length;

  AnySize(int w, int h) : width(w), height(h), masks(w, h) {}
};

struct AnyShape {
  int width;
  int height;
  Masks masks;
  int length;
  static constexpr int most_width = 32;
  static constexpr int most_length = 64;

  AnyShape(int w, int h, int n) : width(w), height(h), masks(w, h), length(n) {}

  // Whether the board fits a word and the game is not trivial.
  static constexpr bool fits(int width, int height, int length) {
    return width > 0 && width <= most_width && height > 0 && height < 63 && width * (height + 1) <= 64 && length > 1 &&
           length <= most_length;
  }
};

template <class Shape>
struct Board : Shape {
  using Shape::height;
  using Shape::length;
  using Shape::masks;
  using Shape::width;

  constexpr int cells() const { return width * height; }
  constexpr int stride() const { return height + 1; }
  constexpr int key_bits() const { return width * stride(); }

  constexpr Cells bottom() const { return masks.bottom; }
  constexpr Cells all() const { return masks.all; }
  constexpr Cells answer_rows() const { return masks.answer_rows; }
  constexpr Cells low_rows() const { return masks.low_rows; }
  constexpr Cells column(int number) const { return ((Cells{1} << height) - 1) << (number * stride()); }
  constexpr int column_at(int cell) const { return cell / stride(); }
  constexpr int row_at(int cell) const { return cell % stride(); }

  // Steps to the next cell of a line by direction; upwards it is 1.
  constexpr int across() const { return stride(); }
  constexpr int rising() const { return stride() + 1; }
  constexpr int falling() const { return stride() - 1; }

  // The next free cell of every column that is not full.
  constexpr Cells playable(Cells filled) const { return (filled + bottom()) & all(); }

  // The first cells of the lines of `stones` in one direction.
  constexpr Cells lines(Cells stones, int step) const {
    Cells runs = stones;
    for (int have = 1; have < length;) {
      const int add = have * 2 <= length ? have : length - have;
      runs &= down(runs, add * step);
      have += add;
    }
    return runs;
  }

  constexpr bool has_line(Cells stones) const {
    return (lines(stones, 1) | lines(stones, across()) | lines(stones, rising()) | lines(stones, falling())) != 0;
  }

  // Cells where one more stone completes a line, including filled cells and bits outside the board.
  constexpr Cells threats(Cells stones) const {
    Cells upright = up(stones, 1);
    for (int i = 2; i < length; ++i) upright &= up(stones, i);
    return upright | threats_along(stones, across()) | threats_along(stones, rising()) |
           threats_along(stones, falling());
  }

  constexpr Cells mirrored(Cells set) const {
    const Cells one = (Cells{1} << height << 1) - 1;
    Cells out = width % 2 == 0 ? 0 : set & (one << (width / 2 * stride()));
    for (int left = 0; left < width / 2; ++left) {
      const int apart = (width - 1 - 2 * left) * stride();
      const Cells side = one << (left * stride());
      out |= (set & side) << apart | ((set >> apart) & side);
    }
    return out;
  }

  // A line along a short side may need shifts of 64 or more, which are undefined in C++.
  static constexpr Cells down(Cells set, int places) { return places < 64 ? set >> places : 0; }
  static constexpr Cells up(Cells set, int places) { return places < 64 ? set << places : 0; }

 private:
  constexpr Cells threats_along(Cells stones, int step) const {
    // above[k]: the next k cells in this direction are own; below[k]: backwards.
    Cells above[Shape::most_length];
    Cells below[Shape::most_length];
    above[0] = below[0] = ~Cells{0};
    for (int i = 1; i < length; ++i) {
      above[i] = above[i - 1] & down(stones, i * step);
      below[i] = below[i - 1] & up(stones, i * step);
    }
    Cells out = 0;
    for (int i = 0; i < length; ++i) out |= above[i] & below[length - 1 - i];
    return out;
  }
};

template <int Width, int Height, int Length>
using FixedBoard = Board<FixedShape<Width, Height, Length>>;

}  // namespace kibitz::connect
