// Race evaluation of EinStein würfelt nicht!, for the original board and die: who would arrive first without captures?
// (Hsueh and Hsu, "Zweistein", arXiv 2502.15547)
//
// The number of turns that a side's stones need is a random variable of the die; a side with a choice takes the step
// with the smaller mean. The distributions of both sides give the probability of being first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/ewn/stone_set.hpp"

namespace kibitz {

class EwnRace {
 public:
  static constexpr std::size_t kStones = EwnStoneSet::kStones;
  static constexpr std::uint32_t kBase = EwnStoneSet::kSize;  // steps, with 0 for a captured stone
  // The maximum of turns: all stones but one go to one step from the goal, then one more step.
  static constexpr std::size_t kTurns = kStones * (kBase - 2) + 2;

  EwnRace() : exact_turns_(kArrays), within_turns_(kArrays) {
    for (std::uint32_t code = 1; code < kArrays; ++code) compute(code);
  }

  // Both sides' steps to go, as numbers of base `kBase`.
  struct Sums {
    std::uint32_t rolls = 0, waits = 0;
  };
  Sums sums(const EwnStoneSet& rolls, const EwnStoneSet& waits) const { return {code_of(rolls), code_of(waits)}; }
  static Sums lifted(const Sums& sums, const EwnStoneSet& waits, std::size_t stone) {
    return {sums.rolls, sums.waits - steps(waits.cells[stone]) * kPowers[stone]};
  }

  // The expected outcome for the side about to roll.
  double value(const Sums& sums) const {
    const auto &first = within_turns_[sums.rolls], &second = exact_turns_[sums.waits];
    float faster = 0;
    for (std::size_t turn = 0; turn < kTurns; ++turn) faster += first[turn] * second[turn];
    return static_cast<double>(2 * faster - 1);
  }
  // With a stone of the waiting side on a cell.
  double value(const Sums& lifted, const EwnStoneSet&, std::size_t stone, std::uint8_t cell) const {
    return value({lifted.rolls, lifted.waits + steps(cell) * kPowers[stone]});
  }

 private:
  using Turns = std::array<float, kTurns>;
  static constexpr auto kPowers = [] {
    std::array<std::uint32_t, kStones> out{};
    std::uint32_t power = 1;
    for (auto& of : out) {
      of = power;
      power *= kBase;
    }
    return out;
  }();
  static constexpr std::uint32_t kArrays = kPowers[kStones - 1] * kBase;

  static std::uint32_t steps(std::uint8_t cell) {
    const std::uint32_t row = cell / kBase, column = cell % kBase;
    return kBase - 1 - std::min(row, column);
  }

  static std::uint32_t code_of(const EwnStoneSet& fleet) {
    std::uint32_t out = 0;
    for (auto left = fleet.living; left != 0; left &= left - 1) {
      const auto stone = static_cast<std::size_t>(std::countr_zero(left));
      out += steps(fleet.cells[stone]) * kPowers[stone];
    }
    return out;
  }

  static float expected(const Turns& turns) {
    float total = 0;
    for (std::size_t i = 0; i < kTurns; ++i) total += static_cast<float>(i) * turns[i];
    return total;
  }

  // Every step leads to a smaller number, which is computed already.
  void compute(std::uint32_t code) {
    std::uint32_t living = 0;
    for (std::size_t stone = 0; stone < kStones; ++stone)
      if (code / kPowers[stone] % kBase != 0) living |= 1u << stone;
    Turns& out = exact_turns_[code];
    for (std::size_t face = 0; face < kStones; ++face) {
      const auto lower = living & ((2u << face) - 1), upper = living >> face << face;
      Turns best{};
      bool any = false;
      for (const auto stones : {lower, upper}) {
        if (stones == 0) continue;
        const auto stone = static_cast<std::size_t>(stones == lower ? static_cast<int>(std::bit_width(lower)) - 1
                                                                    : std::countr_zero(upper));
        const Turns after = one_later(code, stone);
        if (!any || expected(after) < expected(best)) best = after;
        any = true;
      }
      for (std::size_t i = 0; i < kTurns; ++i) out[i] += best[i] / kStones;
    }
    float sum = 0;
    for (std::size_t i = 0; i < kTurns; ++i) within_turns_[code][i] = sum += out[i];
  }

  Turns one_later(std::uint32_t code, std::size_t stone) const {
    Turns out{};
    if (code / kPowers[stone] % kBase == 1) {
      out[1] = 1;
    } else {
      const Turns& before = exact_turns_[code - kPowers[stone]];
      for (std::size_t i = 1; i < kTurns; ++i) out[i] = before[i - 1];
    }
    return out;
  }

  std::vector<Turns> exact_turns_;   // the probability that a side needs exactly n turns
  std::vector<Turns> within_turns_;  // and at most n turns
};

// Constructed on first use.
inline const EwnRace& ewn_race() {
  static const EwnRace race;
  return race;
}

}  // namespace kibitz
