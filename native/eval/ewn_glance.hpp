// One decision ahead in EinStein würfelt nicht!, before the die is rolled: what
// a search of that depth would find, without making a move.
//
// Nearly all positions that a search looks at are of this kind. A step changes
// the worth of the stone that makes it and the threats of enemies near by, and
// nothing else, so the lead after it is the lead before it and a little sum; and
// each stone's steps are looked at once for all the faces that let it move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/concepts.hpp"
#include "eval/ewn_squares.hpp"

namespace kibitz {

class EwnGlance {
 public:
  template <class State>
  EwnGlance(const EwnSquares& squares, const State& s)
      : squares_(squares), me_(static_cast<std::size_t>(s.mover)), you_(1 - me_), occupied_(s.occupied) {
    for (auto& on : on_) on.fill(0);
    for (std::size_t side = 0; side < 2; ++side) {
      stones_[side].living = s.living[side];
      each(s.living[side], [&](std::size_t stone) {
        const auto cell = s.cells[side][stone];
        cells_[side][stone] = cell;
        stone_on_[cell] = static_cast<std::uint8_t>(stone);
        stones_[side].value[stone] = on_[side][cell] = squares_.value(side, cell);
      });
    }
    for (std::size_t side = 0; side < 2; ++side) {
      auto& own = stones_[side];
      each(own.living,
           [&](std::size_t stone) { own.worth[stone] = worth(side, cells_[side][stone], own.value[stone]); });
      const auto* heirs = squares_.heirs(own.living);
      for (int face = 0; face < squares_.faces(); ++face) {
        const auto stone = EwnSquares::counting(heirs[face], own);
        ++faces_of_[side][stone];
        points_[side] += own.worth[stone];
      }
    }
    lead_ = points_[me_] - points_[you_];
  }

  // `goal` is the cell that the mover wants to reach. Ends when the value is
  // known to be `enough` or more.
  Glance look(int goal, double enough) {
    const auto living = stones_[me_].living;
    // 1. One good step of each stone may be enough.
    each(living, [&](std::size_t stone) { begin(stone, bit(static_cast<std::size_t>(goal))); });
    if (enough < 1)
      if (const Glance out = average(); out.value >= enough) return out;
    // 2. The others.
    each(living, [&](std::size_t stone) { finish(stone); });
    return average();
  }

 private:
  using Points = EwnSquares::Points;
  using Stones = EwnSquares::Stones;
  // So far ahead that the outcome is 1 to the fifteenth digit.
  static constexpr Points kWin = Points{1} << 62;

  static constexpr std::uint64_t bit(std::size_t cell) { return std::uint64_t{1} << cell; }

  template <class Set, class Visit>
  static void each(Set set, Visit visit) {
    for (; set != 0; set &= static_cast<Set>(set - 1)) visit(static_cast<std::size_t>(std::countr_zero(set)));
  }

  // What a side's stone counts on a cell of some value, as the enemies stand.
  std::int32_t worth(std::size_t side, std::size_t cell, std::int32_t value) const {
    const auto& prey = on_[1 - side];
    const auto& steps = squares_.steps(side, cell);
    return squares_.worth(value, std::max({prey[steps[0]], prey[steps[1]], prey[steps[2]]}));
  }

  Glance average() const {
    double total = 0;
    int wins = 0;
    const auto* heirs = squares_.heirs(stones_[me_].living);
    for (int face = 0; face < squares_.faces(); ++face) {
      const auto lead = std::max(leads_[heirs[face].low], leads_[heirs[face].high]);
      wins += lead == kWin ? 1 : 0;
      total += squares_.outcome(lead);
    }
    return {total / squares_.faces(), judged_, wins == squares_.faces()};
  }

  // The first step of a stone that takes none of its own side, if there is one.
  void begin(std::size_t stone, std::uint64_t goal) {
    const std::size_t from = cells_[me_][stone];
    const auto targets = squares_.reach(me_, from);
    left_[stone] = 0;
    const auto& share = squares_.share(stones_[me_].living, stone);
    if (share.sole + share.low_gap + share.high_gap == 0) return;  // no face lets it move
    if ((targets & goal) != 0 || ((targets & occupied_[you_]) != 0 && std::has_single_bit(stones_[you_].living))) {
      leads_[stone] = kWin;
      return;
    }
    // The furthest step is the last one in the order of cells for the first player.
    auto good = targets & ~occupied_[me_];
    if (good == 0) good = targets;
    const auto first = me_ == 0 ? static_cast<std::size_t>(std::bit_width(good)) - 1
                                : static_cast<std::size_t>(std::countr_zero(good));
    left_[stone] = targets & ~bit(first);
    const auto& own = stones_[me_];
    rest_[stone] = lead_ - EwnSquares::points(share, own, own.value[stone], own.worth[stone]);
    leads_[stone] = lead_with(stone, from, first);
  }

  // The other steps.
  void finish(std::size_t stone) {
    each(left_[stone],
         [&](std::size_t to) { leads_[stone] = std::max(leads_[stone], lead_with(stone, cells_[me_][stone], to)); });
  }

  Points lead_with(std::size_t stone, std::size_t from, std::size_t to) {
    ++judged_;
    on_[me_][from] = 0;
    const bool taking = ((occupied_[me_] | occupied_[you_]) & bit(to)) != 0;
    const auto lead = taking ? lead_after_taking(stone, from, to) : lead_after(stone, from, to);
    on_[me_][from] = stones_[me_].value[stone];
    return lead;
  }

  // After a step to an empty cell.
  Points lead_after(std::size_t stone, std::size_t from, std::size_t to) {
    const auto& own = stones_[me_];
    const auto& share = squares_.share(own.living, stone);
    const auto value = squares_.value(me_, to), now = worth(me_, to, value);
    Points lead = rest_[stone] + EwnSquares::points(share, own, value, now);
    if (const auto near = (squares_.reach(me_, from) | squares_.reach(me_, to)) & occupied_[you_]; near != 0) {
      on_[me_][to] = value;
      lead -= change_of_threats(near);
      on_[me_][to] = 0;
    }
    return lead;
  }

  // What enemies on some cells gain because they threaten others than before.
  Points change_of_threats(std::uint64_t cells) const {
    Points change = 0;
    each(cells, [&](std::size_t cell) {
      const std::size_t enemy = stone_on_[cell];
      const auto after = worth(you_, cell, stones_[you_].value[enemy]);
      change += faces_of_[you_][enemy] * Points{after - stones_[you_].worth[enemy]};
    });
    return change;
  }

  // After a step that takes a stone, own or other.
  Points lead_after_taking(std::size_t stone, std::size_t from, std::size_t to) {
    const auto mine = on_[me_][to], yours = on_[you_][to];
    const auto near = (squares_.reach(me_, from) | squares_.reach(me_, to)) & occupied_[you_] & ~bit(to);
    auto& own = stones_[me_];
    const auto own_before = own;
    on_[me_][to] = own.value[stone] = squares_.value(me_, to);
    on_[you_][to] = 0;
    own.worth[stone] = worth(me_, to, own.value[stone]);
    Points lead;
    if (yours == 0) {
      own.living &= ~(1u << stone_on_[to]);
      lead = squares_.points(own) - points_[you_] - (near == 0 ? 0 : change_of_threats(near));
    } else {
      auto other = stones_[you_];
      other.living &= ~(1u << stone_on_[to]);
      // Stones that threatened the one taken threaten another now, or none.
      each(squares_.reach(you_, to) & occupied_[me_] & ~bit(from), [&](std::size_t cell) {
        const std::size_t friendly = stone_on_[cell];
        own.worth[friendly] = worth(me_, cell, own.value[friendly]);
      });
      each(near, [&](std::size_t cell) {
        const std::size_t enemy = stone_on_[cell];
        other.worth[enemy] = worth(you_, cell, other.value[enemy]);
      });
      lead = squares_.points(own) - squares_.points(other);
    }
    own = own_before;
    on_[me_][to] = mine;
    on_[you_][to] = yours;
    return lead;
  }

  const EwnSquares& squares_;
  const std::size_t me_, you_;
  const std::array<std::uint64_t, 2> occupied_;
  std::array<Stones, 2> stones_;
  std::array<std::array<std::uint8_t, EwnSquares::kMostStones>, 2> cells_;
  std::array<std::array<std::int32_t, EwnSquares::kMostStones>, 2> faces_of_{};  // how many faces each stone counts for
  std::array<std::uint8_t, 65> stone_on_;
  std::array<std::array<std::int32_t, 65>, 2> on_;  // the value of a side's stone on a cell; 0 for none
  std::array<Points, 2> points_{};
  Points lead_ = 0;                                          // the mover's, before any step
  std::array<Points, EwnSquares::kMostStones> leads_;        // the best found after each stone's steps
  std::array<Points, EwnSquares::kMostStones> rest_;         // the lead without what each stone brings
  std::array<std::uint64_t, EwnSquares::kMostStones> left_;  // steps not looked at yet
  std::uint32_t judged_ = 0;
};

}  // namespace kibitz
