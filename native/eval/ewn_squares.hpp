// A guess at who stands better in EinStein würfelt nicht!: how far each face of
// the die lets a side get, and what it threatens to take on the way.
//
// Each cell has a value. For every face of the die a side counts its stone of
// that number; where the stone is gone, the better of the two that may move
// instead inherits its place. To that comes, with a weight, the most valuable
// enemy stone that the counted stone could take.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/types.hpp"

namespace kibitz {

class EwnSquares {
 public:
  enum class Style : std::uint8_t { normal, aggressive };

  // `threat` is the weight of threats in hundredths.
  EwnSquares(int size, int faces, Style style, int threat)
      : faces_(faces), threat_(threat), softness_(kSoftness[at(style)]) {
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        const int cell = row * size + column;
        const auto value = kValues[at(style)][stretched(row, size)][stretched(column, size)];
        values_[0][index(cell)] = values_[1][index(size * size - 1 - cell)] = value;
        for (const auto& [down, right] : {std::array{0, 1}, std::array{1, 0}, std::array{1, 1}}) {
          if (row + down >= size || column + right >= size) continue;
          const int target = cell + down * size + right;
          reach_[0][index(cell)] |= std::uint64_t{1} << target;
          reach_[1][index(target)] |= std::uint64_t{1} << cell;
        }
      }
  }

  // The expected outcome for the first player, from -1 to 1.
  template <class State>
  double operator()(const State& s) const {
    // Points become an outcome: the more ahead, the surer, but never certain.
    const double ahead = points(s, 0) - points(s, 1);
    return ahead / (softness_ + (ahead < 0 ? -ahead : ahead));
  }

 private:
  // Seen from the corner where a side starts to the one it wants to reach.
  using Values = std::array<std::array<int, 5>, 5>;
  static constexpr std::array<Values, 2> kValues{
      Values{{{1, 2, 2, 2, 2}, {2, 8, 8, 8, 16}, {2, 8, 32, 32, 64}, {2, 8, 32, 128, 256}, {2, 16, 64, 256, 512}}},
      Values{{{1, 2, 2, 2, 2}, {2, 4, 6, 8, 16}, {2, 6, 32, 32, 64}, {2, 8, 32, 256, 1024}, {2, 16, 64, 1024, 65536}}}};
  // How many points ahead make three wins of four.
  static constexpr std::array<double, 2> kSoftness{400.0, 800.0};

  static constexpr std::size_t at(Style style) { return static_cast<std::size_t>(style); }
  static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

  // Other boards stretch or shrink the five rows of the original to theirs.
  static constexpr std::size_t stretched(int row, int size) {
    return index((row * 4 * 2 + (size - 1)) / (2 * (size - 1)));
  }

  template <class State>
  double points(const State& s, std::size_t side) const {
    double total = 0, before = 0, before_value = 0;
    int last = 0;  // the living stone below
    for (std::uint32_t left = s.living[side]; left != 0; left &= left - 1) {
      const int stone = std::countr_zero(left) + 1;
      const auto cell = s.cells[side][index(stone - 1)];
      const double value = values_[side][cell];
      const double worth = value + threat_ * threat(s, side, cell) / 100.0;
      // Faces between two living stones go to the better one of them.
      const double heir = last == 0 || value >= before_value ? worth : before;
      total += heir * faces_between(last, stone) + (stone <= faces_ ? worth : 0);
      last = stone;
      before = worth;
      before_value = value;
    }
    return total + before * faces_between(last, faces_ + 1);
  }

  // Faces above one stone and below the next.
  int faces_between(int low, int high) const { return std::max(0, std::min(high - 1, faces_) - low); }

  template <class State>
  int threat(const State& s, std::size_t side, std::uint8_t cell) const {
    int most = 0;
    for (auto prey = reach_[side][cell] & s.occupied[1 - side]; prey != 0; prey &= prey - 1)
      most = std::max(most, values_[1 - side][index(std::countr_zero(prey))]);
    return most;
  }

  int faces_, threat_;
  double softness_;
  std::array<std::array<int, 64>, 2> values_{};           // of each cell to each side
  std::array<std::array<std::uint64_t, 64>, 2> reach_{};  // the cells one step away
};

}  // namespace kibitz
