// A guess at who stands better in EinStein würfelt nicht!, for the original board
// and die: who would get there first if nothing were taken?
//
// Each side's stones need so many steps to the far corner. How many turns that
// takes is left to the die; a side that may choose takes the way that is shorter
// on average. The distributions of both sides, one number for every turn, say who
// is faster (Hsueh and Hsu, "Zweistein", arXiv 2502.15547).
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
  static constexpr std::size_t kStones = EwnFleet::kStones;
  static constexpr std::uint32_t kFar = EwnFleet::kSize;  // steps, with 0 for a stone that is gone
  // A race takes no longer: all stones but one step from the goal, then one more.
  static constexpr std::size_t kTurns = kStones * (kFar - 2) + 2;

  EwnRace() : needs_(kArrays), arrived_(kArrays) {
    for (std::uint32_t code = 1; code < kArrays; ++code) work_out(code);
  }

  // Both sides' steps to go, as numbers of base `kFar`.
  struct Sums {
    std::uint32_t rolls = 0, waits = 0;
  };
  Sums sums(const EwnFleet& rolls, const EwnFleet& waits) const { return {code_of(rolls), code_of(waits)}; }
  static Sums lifted(const Sums& sums, const EwnFleet& waits, std::size_t stone) {
    return {sums.rolls, sums.waits - steps(waits.cells[stone]) * kPowers[stone]};
  }

  // The expected outcome for the side about to roll.
  double value(const Sums& sums) const {
    const auto &first = arrived_[sums.rolls], &second = needs_[sums.waits];
    float faster = 0;
    for (std::size_t turn = 0; turn < kTurns; ++turn) faster += first[turn] * second[turn];
    return static_cast<double>(2 * faster - 1);
  }
  // With a stone of the side that waits on a cell.
  double value(const Sums& lifted, const EwnFleet&, std::size_t stone, std::uint8_t cell) const {
    return value({lifted.rolls, lifted.waits + steps(cell) * kPowers[stone]});
  }

 private:
  using Turns = std::array<float, kTurns>;
  static constexpr auto kPowers = [] {
    std::array<std::uint32_t, kStones> out{};
    std::uint32_t power = 1;
    for (auto& of : out) {
      of = power;
      power *= kFar;
    }
    return out;
  }();
  static constexpr std::uint32_t kArrays = kPowers[kStones - 1] * kFar;

  static std::uint32_t steps(std::uint8_t cell) {
    const std::uint32_t row = cell / kFar, column = cell % kFar;
    return kFar - 1 - std::min(row, column);
  }

  static std::uint32_t code_of(const EwnFleet& fleet) {
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

  // Every step leads to a smaller number, so that is known already.
  void work_out(std::uint32_t code) {
    std::uint32_t living = 0;
    for (std::size_t stone = 0; stone < kStones; ++stone)
      if (code / kPowers[stone] % kFar != 0) living |= 1u << stone;
    Turns& out = needs_[code];
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
    for (std::size_t i = 0; i < kTurns; ++i) arrived_[code][i] = sum += out[i];
  }

  Turns one_later(std::uint32_t code, std::size_t stone) const {
    Turns out{};
    if (code / kPowers[stone] % kFar == 1) {
      out[1] = 1;
    } else {
      const Turns& before = needs_[code - kPowers[stone]];
      for (std::size_t i = 1; i < kTurns; ++i) out[i] = before[i - 1];
    }
    return out;
  }

  std::vector<Turns> needs_;    // the chance that a side needs just so many turns
  std::vector<Turns> arrived_;  // and that it needs no more
};

// Made when it is first needed.
inline const EwnRace& ewn_race() {
  static const EwnRace race;
  return race;
}

}  // namespace kibitz
