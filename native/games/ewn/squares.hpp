// Static evaluation of EinStein würfelt nicht! by cell values and threats.
//
// Each cell has a value. For every face of the die, a side's stone of that number counts; if it is gone, the better of
// the two stones that may move instead. Added to that, with a weight, is the most valuable enemy stone that the counted
// stone could capture.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace kibitz {

// Sums are in hundredths of a point, so that they are exact in any order.
class EwnSquares {
 public:
  enum class Style : std::uint8_t { normal, aggressive };
  using Points = std::int64_t;
  static constexpr std::size_t kMaxStones = 9;

  // One side's stones: the value of each cell in points, and its worth including threats in hundredths.
  struct Stones {
    std::uint32_t living = 0;
    std::array<std::int32_t, kMaxStones> value{}, worth{};
  };

  // `threat` is the weight of threats in hundredths.
  EwnSquares(int size, int faces, Style style, int threat)
      : faces_(faces), threat_(threat), softness_(100 * kSoftness[at(style)]) {
    list_heirs();
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        const int cell = row * size + column;
        const auto value = kValues[at(style)][stretched(row, size)][stretched(column, size)];
        values_[0][index(cell)] = values_[1][index(size * size - 1 - cell)] = value;
        for (const auto& [down, right] : kDirections) {
          if (row + down >= size || column + right >= size) continue;
          const int target = cell + down * size + right;
          reach_[0][index(cell)] |= std::uint64_t{1} << target;
          reach_[1][index(target)] |= std::uint64_t{1} << cell;
        }
      }
  }

  int faces() const { return faces_; }
  int threat() const { return threat_; }

  // The value of a cell for a side, in points.
  std::int32_t value(std::size_t side, std::size_t cell) const { return values_[side][cell]; }
  // The worth of a stone on a cell, with the value of its best capture.
  std::int32_t worth(std::int32_t value, std::int32_t best_capture) const {
    return 100 * value + threat_ * best_capture;
  }

  // The expected outcome for the first player, from -1 to 1.
  template <class State>
  double operator()(const State& s) const {
    return outcome(points(stones(s, 0)) - points(stones(s, 1)));
  }

  // Maps a lead in points to an expected outcome, by a sigmoid function.
  double outcome(Points lead) const {
    const auto ahead = static_cast<double>(lead);
    return ahead / (softness_ + (ahead < 0 ? -ahead : ahead));
  }

  // The stones, from 0, that may move for a face: one twice, or the next lower and the next higher.
  struct Heirs {
    std::uint8_t low, high;
  };
  const Heirs* heirs(std::uint32_t living) const { return &heirs_[living * index(faces_)]; }

  // The stone that counts for a face: the one on the better cell, the higher if equal.
  static std::size_t counting(const Heirs& heirs, const Stones& own) {
    return own.value[heirs.low] > own.value[heirs.high] ? heirs.low : heirs.high;
  }

  // The faces of a stone: its own ones, and the gaps that it shares with the next stone below and above. A missing
  // neighbour is replaced by the other one.
  struct Share {
    std::uint8_t sole, below, low_gap, above, high_gap;
    int faces() const { return sole + low_gap + high_gap; }
  };
  // Of each stone, from 0, for a set of remaining stones.
  const Share* shares(std::uint32_t living) const { return &shares_[living * kMaxStones]; }

  // The worth of the counted stone, summed over all faces.
  Points points(const Stones& own) const {
    Points total = 0;
    const auto* heirs_of = heirs(own.living);
    for (int face = 0; face < faces_; ++face) total += own.worth[counting(heirs_of[face], own)];
    return total;
  }

 private:
  // From a side's starting corner to its goal.
  using Values = std::array<std::array<int, 5>, 5>;
  static constexpr std::array<Values, 2> kValues{
      Values{{{1, 2, 2, 2, 2}, {2, 8, 8, 8, 16}, {2, 8, 32, 32, 64}, {2, 8, 32, 128, 256}, {2, 16, 64, 256, 512}}},
      Values{{{1, 2, 2, 2, 2}, {2, 4, 6, 8, 16}, {2, 6, 32, 32, 64}, {2, 8, 32, 256, 1024}, {2, 16, 64, 1024, 65536}}}};
  // The lead with an expected score of three quarters.
  static constexpr std::array<double, 2> kSoftness{400.0, 800.0};
  // Down and right.
  static constexpr std::array<std::array<int, 2>, 3> kDirections{{{0, 1}, {1, 0}, {1, 1}}};

  static constexpr std::size_t at(Style style) { return static_cast<std::size_t>(style); }
  static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

  // Other board sizes interpolate the five rows of the original.
  static constexpr std::size_t stretched(int row, int size) {
    return index((row * 4 * 2 + (size - 1)) / (2 * (size - 1)));
  }

  template <class State>
  Stones stones(const State& s, std::size_t side) const {
    Stones out;
    out.living = s.living[side];
    for (std::uint32_t left = out.living; left != 0; left &= left - 1) {
      const auto stone = index(std::countr_zero(left));
      const std::size_t cell = s.cells[side][stone];
      std::int32_t most = 0;
      for (auto best_capture = reach_[side][cell] & s.occupied[1 - side]; best_capture != 0;
           best_capture &= best_capture - 1)
        most = std::max(most, value(1 - side, index(std::countr_zero(best_capture))));
      out.value[stone] = value(side, cell);
      out.worth[stone] = worth(out.value[stone], most);
    }
    return out;
  }

  void list_heirs() {
    heirs_.resize((std::size_t{1} << kMaxStones) * index(faces_));
    shares_.resize((std::size_t{1} << kMaxStones) * kMaxStones);
    auto* next = heirs_.data() + faces_;  // no stones
    for (std::uint32_t living = 1; living < 1u << kMaxStones; ++living)
      for (int face = 0; face < faces_; ++face) {
        const auto lower = living & ((std::uint32_t{2} << face) - 1), upper = living >> face << face;
        const int high = upper != 0 ? std::countr_zero(upper) : static_cast<int>(std::bit_width(lower)) - 1;
        const int low = lower != 0 ? static_cast<int>(std::bit_width(lower)) - 1 : high;
        *next++ = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
        auto& lower_share = shares_[living * kMaxStones + index(low)];
        auto& upper_share = shares_[living * kMaxStones + index(high)];
        if (low == high) {
          ++lower_share.sole;
        } else {
          ++lower_share.high_gap;
          ++upper_share.low_gap;
        }
      }
    for (std::uint32_t living = 1; living < 1u << kMaxStones; ++living)
      for (std::uint32_t left = living; left != 0; left &= left - 1) {
        const int stone = std::countr_zero(left);
        const auto lower = living & ((1u << stone) - 1), upper = left & (left - 1);
        const int below = static_cast<int>(std::bit_width(lower)) - 1, above = std::countr_zero(upper);
        auto& share = shares_[living * kMaxStones + index(stone)];
        share.below = static_cast<std::uint8_t>(lower != 0 ? below : upper != 0 ? above : stone);
        share.above = static_cast<std::uint8_t>(upper != 0 ? above : share.below);
      }
  }

  int faces_, threat_;
  double softness_;
  std::vector<Heirs> heirs_;                              // by the remaining stones, then the face
  std::vector<Share> shares_;                             // by the remaining stones, then the stone
  std::array<std::array<std::int32_t, 64>, 2> values_{};  // of each cell for each side
  std::array<std::array<std::uint64_t, 64>, 2> reach_{};  // the cells one step away
};

}  // namespace kibitz
