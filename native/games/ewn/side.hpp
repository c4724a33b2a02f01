// One side's stones in EinStein würfelt nicht!, the faces that count for each, and their points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/ewn/mailbox.hpp"
#include "games/ewn/squares.hpp"

namespace kibitz {

template <int Row>
struct EwnSide {
  using Map = typename EwnMailbox<Row>::Map;
  using Share = EwnSquares::Share;
  static constexpr std::size_t kMaxStones = EwnSquares::kMaxStones;

  std::uint32_t living = 0;
  const Share* shares = nullptr;  // by stone, for the remaining ones
  std::array<std::uint8_t, kMaxStones> place{};
  std::array<std::int32_t, kMaxStones> value{};  // of each stone's cell
  std::array<std::int32_t, kMaxStones> worth{};  // including threats
  Map values{};                                  // of all cells
  Map on{};                                      // the value of the stone on each cell; 0 for none
  Map weight{};                                  // the number of faces that count for it
  Map best_capture{};                            // the best capture from each cell
  // For a stone on each cell, whether there is one or not: the loss if its target in each direction vanished, and the
  // gain if an enemy entered it.
  std::array<Map, 3> loss{}, gain{};
  // Only a stone diagonally ahead of an enemy can threaten it both before and after its step: the extra gain over an
  // enemy that comes from elsewhere, by the enemy's direction. None for the diagonal, which captures that stone.
  std::array<Map, 3> regain{};

  static void add(std::int16_t& to, int change) { to = static_cast<std::int16_t>(to + change); }

  // The number of faces that count for a stone on a cell of a given value...
  int faces(const Share& share, std::int32_t at) const {
    return share.sole + share.low_gap * !(value[share.below] > at) + share.high_gap * (at > value[share.above]);
  }
  // ... and the number gained by its neighbours when it moves to another.
  int below_gains(const Share& share, std::int32_t before, std::int32_t at) const {
    return share.low_gap * ((value[share.below] > at) - (value[share.below] > before));
  }
  int above_gains(const Share& share, std::int32_t before, std::int32_t at) const {
    return share.high_gap * ((before > value[share.above]) - (at > value[share.above]));
  }

  // The points of all faces that may move a stone, whichever stone they count for.
  struct Contribution {
    void take(const EwnSide& own, const Share& share) {
      sole = share.sole;
      low_gap = share.low_gap;
      high_gap = share.high_gap;
      value_below = own.value[share.below];
      value_above = own.value[share.above];
      below = low_gap * own.worth[share.below];
      above = high_gap * own.worth[share.above];
    }

    // With the stone on a cell of some value, and with some worth there.
    std::int32_t points(std::int32_t here, std::int32_t worth_here) const {
      if ((low_gap | high_gap) == 0) return sole * worth_here;
      // Branch-free masks, as the branches are unpredictable.
      const std::int32_t low = -(value_below > here), high = -(here > value_above);
      return (sole + (low_gap & ~low) + (high_gap & high)) * worth_here + (below & low) + (above & ~high);
    }

    std::int32_t sole, low_gap, high_gap, value_below, value_above, below, above;
  };
  std::int32_t points(const Contribution& contribution, std::size_t stone) const {
    return contribution.points(value[stone], worth[stone]);
  }

  // The faces of a captured stone: all that may move it fall to one of its two neighbours, who had some of them
  // already.
  struct Inheritance {
    Inheritance(const EwnSide& own, std::size_t stone) {
      const Share& share = own.shares[stone];
      below = share.below;
      above = share.above;
      heir = own.value[below] > own.value[above] ? below : above;
      faces = share.faces();
      from_below = share.low_gap * (own.value[below] > own.value[stone]);
      from_above = share.high_gap * !(own.value[stone] > own.value[above]);
    }

    std::size_t below, above, heir;
    int faces, from_below, from_above;
  };
  // Transfers the faces, or back with -1.
  void transfer(const Inheritance& inheritance, int sign) {
    add(weight[place[inheritance.below]], -sign * inheritance.from_below);
    add(weight[place[inheritance.above]], -sign * inheritance.from_above);
    add(weight[place[inheritance.heir]], sign * inheritance.faces);
  }
};

}  // namespace kibitz
