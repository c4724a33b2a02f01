// Counts of open lines by bit-parallel addition over the whole board. A line is identified by its first cell, so the
// lines of one direction are a bitboard, and a shift by i steps moves the i-th stone of each line to its first cell. No
// list of lines is needed, which would be long on large boards.
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

  // The directions of lines on a board whose cell numbers grow by `right` per column and by `along` per row. `starts`
  // has no line that leaves the board.
  KIBITZ_COLD static std::vector<Direction> directions(int width, int height, int right, int along, int length) {
    constexpr std::array<std::array<int, 2>, 4> kSteps{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    const int reach = length - 1;
    std::vector<Direction> out;
    // The first cell by number is the last of a line with negative step.
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
      // A line of one cell has no direction, so it is listed once.
      if (direction.starts.any() && (length > 1 || out.empty())) out.push_back(direction);
    }
    return out;
  }

  const std::vector<Direction>& directions() const { return directions_; }

  // Calls `visit(stones, lines, step)` with the lines that have `stones` > 0 stones of `own` and none of `other`.
  template <class Visit>
  void each(const Cells& own, const Cells& other, Visit&& visit) const {
    for (const auto& [step, starts] : directions_) {
      auto blocked = other;
      for (int i = 1; i < length_; ++i) blocked = blocked | (other >> (i * step));
      const auto open = starts.without(blocked);
      if (!open.any()) continue;
      // Bit-sliced counters: digits[b] holds bit b of the count of each line.
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

  // Whether a player has completed a line.
  bool complete(const Cells& own) const {
    return std::any_of(directions_.begin(), directions_.end(), [&](const Direction& direction) {
      auto runs = own & direction.starts;
      for (int i = 1; i < length_ && runs.any(); ++i) runs = runs & (own >> (i * direction.step));
      return runs.any();
    });
  }

  // The number of open lines with at least one own stone.
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
