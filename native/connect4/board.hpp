// The board of the exact Connect solver: one word for each player.
//
// A column takes `height` bits and one more on top that stays empty, so that a
// shift never carries a stone from one column into a line of the next, and
// adding the bottom row to the filled cells gives the next free cell of every
// column at once. That spare row is why the solver has a board of its own and
// is not written on the rules of the game, which hold larger boards.
#pragma once

#include <bit>
#include <cstdint>

namespace kibitz::connect4 {

using Cells = std::uint64_t;

template <int Width, int Height, int Length>
struct Board {
  static constexpr int width = Width;
  static constexpr int height = Height;
  static constexpr int length = Length;
  static constexpr int cells = Width * Height;
  static constexpr int stride = Height + 1;
  static constexpr int key_bits = Width * stride;
  static_assert(Width > 0 && Height > 0 && Length > 1 && key_bits <= 64);

  static constexpr Cells column_of(int column) { return ((Cells{1} << Height) - 1) << (column * stride); }

  static constexpr Cells row_of(int row) {
    Cells out = 0;
    for (int column = 0; column < Width; ++column) out |= Cells{1} << (column * stride + row);
    return out;
  }

  static constexpr Cells bottom = row_of(0);
  static constexpr Cells all = [] {
    Cells out = 0;
    for (int column = 0; column < Width; ++column) out |= column_of(column);
    return out;
  }();

  // The top row and every second one below it: where a stone on top of another
  // comes to lie in a column of which an even number of cells is left.
  static constexpr Cells answer_rows = [] {
    Cells out = 0;
    for (int row = Height - 1; row >= 0; row -= 2) out |= row_of(row);
    return out;
  }();

  static constexpr int across = stride;
  static constexpr int rising = stride + 1;
  static constexpr int falling = stride - 1;

  static constexpr int row_at(int cell) { return cell % stride; }

  // The next free cell of every column that has one.
  static constexpr Cells playable(Cells filled) { return (filled + bottom) & all; }

  // The cells below the lines of `stones` in one direction, if there are any.
  template <int Step>
  static constexpr Cells lines(Cells stones) {
    Cells runs = stones;
    for (int have = 1; have < Length;) {
      const int add = have * 2 <= Length ? have : Length - have;
      runs &= shift_down(runs, add * Step);
      have += add;
    }
    return runs;
  }

  static constexpr bool has_line(Cells stones) {
    return (lines<1>(stones) | lines<across>(stones) | lines<rising>(stones) | lines<falling>(stones)) != 0;
  }

  // Where one more stone would complete a line; cells that are filled, and bits
  // that are no cells, are not taken out.
  static constexpr Cells threats(Cells stones) {
    Cells up = stones << 1;
    for (int i = 2; i < Length; ++i) up &= stones << i;
    return up | threats_along<across>(stones) | threats_along<rising>(stones) | threats_along<falling>(stones);
  }

  static constexpr Cells mirrored(Cells set) {
    constexpr Cells one = (Cells{1} << (stride - 1) << 1) - 1;
    Cells out = Width % 2 == 0 ? 0 : set & (one << (Width / 2 * stride));
    for (int column = 0; column < Width / 2; ++column) {
      const int apart = (Width - 1 - 2 * column) * stride;
      const Cells side = one << (column * stride);
      out |= (set & side) << apart | ((set >> apart) & side);
    }
    return out;
  }

 private:
  // A line along a short side may need more than 64 places: nothing is left then.
  static constexpr Cells shift_down(Cells set, int places) { return places < 64 ? set >> places : 0; }
  static constexpr Cells shift_up(Cells set, int places) { return places < 64 ? set << places : 0; }

  template <int Step>
  static constexpr Cells threats_along(Cells stones) {
    // above[k]: the next k cells in this direction are own; below[k] the same backwards.
    Cells above[Length];
    Cells below[Length];
    above[0] = below[0] = ~Cells{0};
    for (int i = 1; i < Length; ++i) {
      above[i] = above[i - 1] & shift_down(stones, i * Step);
      below[i] = below[i - 1] & shift_up(stones, i * Step);
    }
    Cells out = 0;
    for (int i = 0; i < Length; ++i) out |= above[i] & below[Length - 1 - i];
    return out;
  }
};

}  // namespace kibitz::connect4
