// Lines that one player may still fill, counted on the whole board at once: a
// line is known by its first cell, so lines of one direction are a set of cells,
// and shifting the board by i steps brings the i-th stone of each line to its
// first cell. Counting needs no list of lines, which on large boards is long.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/bits.hpp"
#include "base/cold.hpp"

namespace kibitz {

template <std::size_t Words>
class OpenLines {
 public:
  using Cells = Bits<Words>;

  // Cells `step` apart form a line if the first of them is one of `starts`.
  struct Direction {
    int step;
    Cells starts;
  };

  OpenLines(int length, std::vector<Direction> directions) : length_(length), directions_(std::move(directions)) {}

  // The directions in which a line goes on a board whose cells are numbered so
  // that one to the right is `right` more and one up or down is `along` more.
  // Where a line doesn't fit there is none, so no shift exceeds the board.
  KIBITZ_COLD static std::vector<Direction> directions(int width, int height, int right, int along, int length) {
    constexpr std::array<std::array<int, 2>, 4> kSteps{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    const int reach = length - 1;
    std::vector<Direction> out;
    // Of a line that goes against the numbering, the first cell is its last.
    for (const auto& [columns, rows] : kSteps) {
      const int step = columns * right + rows * along;
      Direction direction{step < 0 ? -step : step, {}};
      for (int column = 0; column < width; ++column)
        for (int row = 0; row < height; ++row) {
          const int to_column = column + columns * reach, to_row = row + rows * reach;
          if (to_column < 0 || to_column >= width || to_row < 0 || to_row >= height) continue;
          const int cell = column * right + row * along;
          direction.starts.set(step < 0 ? cell + step * reach : cell);
        }
      // A line of one cell has no direction: list it once.
      if (direction.starts.any() && (length > 1 || out.empty())) out.push_back(direction);
    }
    return out;
  }

  const std::vector<Direction>& directions() const { return directions_; }

  // Calls `visit(stones, lines, step)` with the lines that have so many of
  // `own`, at least one, and none of `other`.
  template <class Visit>
  void each(const Cells& own, const Cells& other, Visit&& visit) const {
    for (const auto& [step, starts] : directions_) {
      auto blocked = other;
      for (int i = 1; i < length_; ++i) blocked = blocked | (other >> (i * step));
      const auto open = starts.without(blocked);
      if (!open.any()) continue;
      // One number for each line, written in binary: digits_[b] holds the b-th
      // digit of all of them.
      std::array<Cells, 6> digits{};
      const int used = static_cast<int>(std::bit_width(static_cast<unsigned>(length_)));
      for (int i = 0; i < length_; ++i) {
        auto carry = open & (own >> (i * step));
        for (int b = 0; b < used && carry.any(); ++b) {
          auto& digit = digits[static_cast<std::size_t>(b)];
          const auto next = digit & carry;
          digit = (digit | carry).without(next);
          carry = next;
        }
      }
      for (int stones = 1; stones <= length_; ++stones) {
        auto lines = open;
        for (int b = 0; b < used; ++b) {
          const auto& digit = digits[static_cast<std::size_t>(b)];
          lines = (stones >> b & 1) != 0 ? lines & digit : lines.without(digit);
        }
        if (lines.any()) visit(stones, lines, step);
      }
    }
  }

  // Whether a player has a whole line.
  bool complete(const Cells& own) const {
    return std::any_of(directions_.begin(), directions_.end(), [&](const Direction& direction) {
      auto runs = own & direction.starts;
      for (int i = 1; i < length_ && runs.any(); ++i) runs = runs & (own >> (i * direction.step));
      return runs.any();
    });
  }

  // How many ways a player has begun in which it may still win.
  int count(const Cells& own, const Cells& other) const {
    int total = 0;
    each(own, other, [&](int, const Cells& lines, int) { total += lines.count(); });
    return total;
  }

 private:
  int length_;
  std::vector<Direction> directions_;
};

}  // namespace kibitz
