// One side's stones in EinStein würfelt nicht!, which faces of the die count for
// which of them, and what that brings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/ewn/mailbox.hpp"
#include "games/ewn/squares.hpp"

namespace kibitz {

template <int Row>
struct EwnSide {
  using Map = typename EwnPlaces<Row>::Map;
  using Share = EwnSquares::Share;
  static constexpr std::size_t kMaxStones = EwnSquares::kMaxStones;

  std::uint32_t living = 0;
  const Share* shares = nullptr;  // of each stone, with those that live
  std::array<std::uint8_t, kMaxStones> place{};
  std::array<std::int32_t, kMaxStones> value{};  // of each stone's cell
  std::array<std::int32_t, kMaxStones> worth{};  // with what it threatens
  Map values{};                                  // of all cells
  Map on{};                                      // the value of the stone there; 0 for none
  Map weight{};                                  // how many faces it counts for
  Map prey{};                                    // the best that a stone there could take
  // How much less a stone there, whether there is one or not, would threaten if
  // what it can take by each way were gone, and how much more if an enemy came.
  std::array<Map, 3> loss{}, gain{};
  // Only a stone diagonally before an enemy can threaten it both before and after
  // its step: what it gains more than if the enemy had come from elsewhere, for
  // each way of the enemy. Nothing for the last, which takes that very stone.
  std::array<Map, 3> regain{};

  static void add(std::int16_t& to, int change) { to = static_cast<std::int16_t>(to + change); }

  // How many faces count for a stone on a cell of some value...
  int faces(const Share& share, std::int32_t at) const {
    return share.sole + share.low_gap * !(value[share.below] > at) + share.high_gap * (at > value[share.above]);
  }
  // ... and how many more for those beside it when it goes to another.
  int below_gains(const Share& share, std::int32_t before, std::int32_t at) const {
    return share.low_gap * ((value[share.below] > at) - (value[share.below] > before));
  }
  int above_gains(const Share& share, std::int32_t before, std::int32_t at) const {
    return share.high_gap * ((before > value[share.above]) - (at > value[share.above]));
  }

  // The points of all faces that may move a stone, whoever they count for.
  struct Brings {
    void take(const EwnSide& own, const Share& share) {
      sole = share.sole;
      low_gap = share.low_gap;
      high_gap = share.high_gap;
      value_below = own.value[share.below];
      value_above = own.value[share.above];
      below = low_gap * own.worth[share.below];
      above = high_gap * own.worth[share.above];
    }

    // If it is on a cell of some value and worth so much there.
    std::int32_t points(std::int32_t here, std::int32_t worth_here) const {
      if ((low_gap | high_gap) == 0) return sole * worth_here;
      // Masks instead of choices, which a processor would guess wrong.
      const std::int32_t low = -(value_below > here), high = -(here > value_above);
      return (sole + (low_gap & ~low) + (high_gap & high)) * worth_here + (below & low) + (above & ~high);
    }

    std::int32_t sole, low_gap, high_gap, value_below, value_above, below, above;
  };
  std::int32_t points(const Brings& brings, std::size_t stone) const {
    return brings.points(value[stone], worth[stone]);
  }

  // Who gets the faces of a stone that is gone: all that may move it fall to one
  // of the two beside it, who had some of them already.
  struct Legacy {
    Legacy(const EwnSide& own, std::size_t stone) {
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
  // Hands it over, or with -1 back.
  void pass_on(const Legacy& legacy, int sign) {
    add(weight[place[legacy.below]], -sign * legacy.from_below);
    add(weight[place[legacy.above]], -sign * legacy.from_above);
    add(weight[place[legacy.heir]], sign * legacy.faces);
  }
};

}  // namespace kibitz
