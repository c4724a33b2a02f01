// Mailbox board of EinStein würfelt nicht! with a border: steps are constant offsets, and steps off the board lead to
// cells that stay empty.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/ewn/squares.hpp"

namespace kibitz {

// `Row` is the offset of one step down, which exceeds the width.
template <int Row>
class EwnMailbox {
 public:
  static constexpr std::size_t kFirst = Row < 8 ? 8 : 16;  // no step is longer
  static constexpr std::size_t kEnd = kFirst + ((Row - 1) * Row + 7) / 8 * 8;
  static constexpr std::size_t kRoom = kEnd + kFirst;
  static constexpr std::size_t kDiagonal = 2;

  // A number for each cell, of 16 bits for vectorization: it holds the value of a cell and the sum of one for each
  // face. (The goal's may overflow, but a stone there has won.)
  using Map = std::array<std::int16_t, kRoom>;

  // The offsets of a side's three steps, the diagonal last. Backward ones wrap around as unsigned numbers.
  static constexpr std::size_t kDown = Row;
  static constexpr std::array<std::array<std::size_t, 3>, 2> kDirections{
      {{1, kDown, kDown + 1}, {0 - std::size_t{1}, 0 - kDown, 0 - (kDown + 1)}}};
  static constexpr std::size_t after(std::size_t side, std::size_t place, std::size_t direction) {
    return place + kDirections[side][direction];
  }

  EwnMailbox(const EwnSquares& squares, int size) {
    for (int cell = 0; cell < size * size; ++cell)
      of_[index(cell)] = static_cast<std::uint8_t>(kFirst + index(cell / size * Row + cell % size));
    for (std::size_t side = 0; side < 2; ++side)
      for (int cell = 0; cell < size * size; ++cell) {  // distances from the goal
        const int rows = side == 0 ? size - 1 - cell / size : cell / size;
        const int columns = side == 0 ? size - 1 - cell % size : cell % size;
        const auto place = of(index(cell));
        const bool at_goal = rows == 0 && columns == 0;
        nears_goal_[side][place] = !at_goal && rows <= 1 && columns <= 1;
        open_[side][place] =
            static_cast<std::uint8_t>((columns > 0) | (rows > 0) << 1 | (rows > 0 && columns > 0) << kDiagonal);
        if (!at_goal) values_[side][place] = static_cast<std::int16_t>(squares.value(side, index(cell)));
      }
  }

  std::size_t of(std::size_t cell) const { return of_[cell]; }
  const Map& values(std::size_t side) const { return values_[side]; }
  // The directions that stay on the board, as a set.
  std::uint32_t open(std::size_t side, std::size_t place) const { return open_[side][place]; }
  // Whether a step leads to the goal.
  bool nears_goal(std::size_t side, std::size_t place) const { return nears_goal_[side][place]; }

 private:
  static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

  std::array<std::uint8_t, 64> of_{};
  std::array<Map, 2> values_{};
  std::array<std::array<std::uint8_t, kRoom>, 2> open_{};
  std::array<std::array<bool, kRoom>, 2> nears_goal_{};
};

}  // namespace kibitz
