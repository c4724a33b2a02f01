// Network evaluation of EinStein würfelt nicht!, for the original board and die: a one-layer network over stones and
// cells.
//
// Its features are the side (about to roll or waiting), the class of its stones, a stone's rank among them, and its
// cell. The hidden units are the sums of the features' rows, clipped and squared (SCReLU); the output is their weighted
// sum. Half of the units are those of the board reflected along its diagonal, so reflected positions have equal values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "games/ewn/classes.hpp"
#include "games/ewn/stone_set.hpp"

namespace kibitz {

class EwnNetwork {
 public:
  static constexpr std::size_t kSize = EwnStoneSet::kSize, kStones = EwnStoneSet::kStones, kCells = kSize * kSize;
  static constexpr std::size_t kHalf = 32, kSums = 2 * kHalf;
  static constexpr int kClip = 255;       // upper bound of a hidden unit
  static constexpr int kMaxWeight = 127;  // upper bound of an output weight
  static constexpr int kPoints =
      64;  // quantized 1 in output weights, so that a point is 1 / (kClip² · kPoints) of a logit
  enum Role : std::uint8_t { rolls, waits };

  struct alignas(32) Row {
    std::array<std::int16_t, kSums> of;
  };

  // The number of (class, rank) slots, and the slot of a stone, from 0.
  static std::size_t slots() { return places().count; }
  static std::size_t slot(std::uint32_t living, std::size_t stone) { return places().of[living][stone]; }

  // The number of parameters. Order in the file: for each role, slot and cell half a row; the biases and the output
  // weights of these units; the output bias in 256ths of a logit.
  static std::size_t numbers() { return 2 * slots() * kCells * kHalf + 2 * kHalf + 1; }

  explicit EwnNetwork(std::span<const std::int16_t> numbers) {
    if (numbers.size() != EwnNetwork::numbers()) throw std::invalid_argument("a network has another size");
    rows_.resize(2 * slots() * kCells);
    const auto reflected = [](std::size_t cell) { return cell % kSize * kSize + cell / kSize; };
    for (std::size_t first = 0; first < rows_.size(); first += kCells)
      for (std::size_t cell = 0; cell < kCells; ++cell)
        for (std::size_t i = 0; i < kHalf; ++i) {
          const auto number = numbers[(first + cell) * kHalf + i];
          rows_[first + cell].of[i] = rows_[first + reflected(cell)].of[kHalf + i] = number;
        }
    const auto rest = numbers.subspan(rows_.size() * kHalf);
    for (std::size_t i = 0; i < kHalf; ++i) {
      start_.of[i] = start_.of[kHalf + i] = rest[i];
      weights_.of[i] = weights_.of[kHalf + i] = rest[kHalf + i];
    }
    lead_ = rest[2 * kHalf] * (kClip * kClip * kPoints / 256);
    for (std::size_t i = 0; i < kSteps; ++i) {
      const double logit = (static_cast<double>(i) + 0.5) * 2 * kMaxLogit / kSteps - kMaxLogit;
      outcomes_[i] = static_cast<float>(std::tanh(logit / 2));
    }
  }

  // The hidden units before activation.
  using Sums = Row;
  Sums sums(const EwnStoneSet& rolling, const EwnStoneSet& waiting) const {
    Sums out = start_;
    add_side(out, rolls, rolling);
    add_side(out, waits, waiting);
    return out;
  }
  // Without a stone of the waiting side.
  Sums lifted(const Sums& sums, const EwnStoneSet& waiting, std::size_t stone) const {
    const Row& row = rows(waits, waiting.living, stone)[waiting.cells[stone]];
    Sums out;
    for (std::size_t i = 0; i < kSums; ++i) out.of[i] = static_cast<std::int16_t>(sums.of[i] - row.of[i]);
    return out;
  }

  // The expected outcome for the side about to roll.
  double value(const Sums& sums) const {
    static constexpr Row kNothing{};
    return outcome(points(sums, kNothing));
  }
  // With a stone of the waiting side on a cell.
  double value(const Sums& lifted, const EwnStoneSet& waiting, std::size_t stone, std::uint8_t cell) const {
    return outcome(points(lifted, rows(waits, waiting.living, stone)[cell]));
  }

 private:
  // The rows of a stone, from 0, by cell from its side's point of view.
  const Row* rows(Role role, std::uint32_t living, std::size_t stone) const {
    return rows_.data() + (role * slots() + slot(living, stone)) * kCells;
  }
  void add_side(Sums& to, Role role, const EwnStoneSet& fleet) const {
    for (auto left = fleet.living; left != 0; left &= left - 1) {
      const auto stone = static_cast<std::size_t>(std::countr_zero(left));
      const Row& row = rows(role, fleet.living, stone)[fleet.cells[stone]];
      for (std::size_t i = 0; i < kSums; ++i) to.of[i] = static_cast<std::int16_t>(to.of[i] + row.of[i]);
    }
  }

  // The lead of the side about to roll with these sums, and another row.
  std::int32_t points(const Row& sums, const Row& more) const {
    std::int32_t total = 0;
    for (std::size_t i = 0; i < kSums; ++i) {
      const auto sum = static_cast<std::int16_t>(sums.of[i] + more.of[i]);
      const auto kept = std::min<std::int16_t>(std::max<std::int16_t>(sum, 0), kClip);
      total += static_cast<std::int16_t>(kept * weights_.of[i]) * kept;
    }
    return total + lead_;
  }

  // Maps a lead to an expected outcome.
  double outcome(std::int32_t points) const {
    constexpr double kStep = kSteps / (2 * kMaxLogit) / (kClip * kClip * kPoints);
    const auto at = static_cast<int>(points * kStep + kSteps / 2);
    return static_cast<double>(outcomes_[static_cast<std::size_t>(std::clamp(at, 0, kSteps - 1))]);
  }

  static constexpr int kSteps = 4096;        // steps of the lookup table
  static constexpr double kMaxLogit = 10.0;  // its range

  // The rank of each stone in its class, counted through all classes.
  struct Places {
    std::array<std::array<std::uint8_t, kStones>, 1u << kStones> of{};
    std::size_t count = 0;

    Places() {
      const EwnClasses classes(kStones, kStones);
      std::vector<std::size_t> begins;
      for (std::size_t number = 0; number < classes.size(); ++number) {
        begins.push_back(count);
        count += classes[number].stones;
      }
      for (std::uint32_t living = 1; living < of.size(); ++living) {
        const auto is = classes.member(living);
        const auto stones = classes[is.number].stones;
        std::size_t i = 0;
        for (auto left = living; left != 0; left &= left - 1, ++i)
          of[living][static_cast<std::size_t>(std::countr_zero(left))] =
              static_cast<std::uint8_t>(begins[is.number] + (is.reversed ? stones - 1 - i : i));
      }
    }
  };
  static const Places& places() {
    static const Places all;
    return all;
  }

  std::vector<Row> rows_;
  Row start_{}, weights_{};
  std::int32_t lead_ = 0;
  std::array<float, kSteps> outcomes_{};
};

// The bundled network (tools/tuning/ewn has its training).
const EwnNetwork& ewn_network();
// Its parameters; CMake generates them from network.bin.
std::span<const std::uint16_t> ewn_network_numbers();

}  // namespace kibitz
