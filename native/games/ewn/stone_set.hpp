// One side's stones on the original board of EinStein würfelt nicht!, for shallow search.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/types.hpp"

namespace kibitz {

// Cells are from the side's point of view: from 0 to the last.
struct EwnStoneSet {
  static constexpr int kSize = 5;
  static constexpr std::size_t kStones = 6;
  static constexpr std::uint8_t kLast = kSize * kSize - 1;

  std::uint32_t living = 0;
  std::array<std::uint8_t, kStones> cells{};
  std::uint32_t occupied = 0, occupied_turned = 0;  // own cells; the same from the other side's point of view

  EwnStoneSet() = default;
  // A side's stones in a state of the rules.
  template <class State>
  EwnStoneSet(const State& s, Side side) {
    const auto number = static_cast<std::size_t>(side);
    for (auto left = std::uint32_t{s.living[number]}; left != 0; left &= left - 1) {
      const auto stone = static_cast<std::size_t>(std::countr_zero(left));
      const auto cell = s.cells[number][stone];
      put(stone, side == Side::first ? cell : static_cast<std::uint8_t>(kLast - cell));
    }
  }

  int count() const { return std::popcount(living); }

  void put(std::size_t stone, std::uint8_t cell) {
    living |= 1u << stone;
    cells[stone] = cell;
    mark(cell);
  }
  void remove(std::size_t stone) {
    living &= ~(1u << stone);
    mark(cells[stone]);
  }
  void move(std::size_t stone, std::uint8_t to) {
    mark(cells[stone]);
    cells[stone] = to;
    mark(to);
  }
  std::size_t on(std::uint8_t cell) const {
    auto left = living;
    while (cells[static_cast<std::size_t>(std::countr_zero(left))] != cell) left &= left - 1;
    return static_cast<std::size_t>(std::countr_zero(left));
  }

 private:
  void mark(std::uint8_t cell) {
    occupied ^= 1u << cell;
    occupied_turned ^= 1u << (kLast - cell);
  }
};

// Exact values of positions with few stones.
class EwnEndgameProbe {
 public:
  virtual ~EwnEndgameProbe() = default;
  virtual int most_stones() const = 0;
  // The probability that the side about to roll wins.
  virtual double chance(const EwnStoneSet& rolls, const EwnStoneSet& waits) const = 0;
};

}  // namespace kibitz
