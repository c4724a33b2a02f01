// A position of EinStein würfelt nicht! laid out so that the lead after any step
// is a small sum.
//
// A lead is what the faces of the die bring one side, less what they bring the
// other. A step changes the worth of the stone that makes it, who gets the faces
// beside it, and what the enemies near by threaten. What those would gain and
// lose by stones that come and go is found for all places at once: simple sums
// over whole maps, many places in one instruction.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/ewn/mailbox.hpp"
#include "games/ewn/side.hpp"
#include "games/ewn/squares.hpp"

namespace kibitz {

// Boards are made once and arranged again and again: the borders of their maps
// stay as they are.
template <int Row>
class EwnBoard {
  using Side = EwnSide<Row>;
  using Brings = typename Side::Brings;
  using Map = typename Side::Map;

 public:
  using Places = EwnPlaces<Row>;
  using Points = EwnSquares::Points;

  EwnBoard(const EwnSquares& squares, const Places& places) : squares_(squares), places_(places) {
    for (std::size_t side = 0; side < 2; ++side) sides_[side].values = places.values(side);
  }
  EwnBoard(const EwnBoard&) = delete;
  EwnBoard& operator=(const EwnBoard&) = delete;

  // Visits each number in a set.
  template <class Visit>
  static void each(std::uint32_t set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
  }

  // The stones as in a state of the game, or as on another board.
  template <class State>
  void arrange(const State& s) {
    for (std::size_t side = 0; side < 2; ++side) {
      Side& own = sides_[side];
      own.living = s.living[side];
      own.shares = squares_.shares(own.living);
      own.on = {};
      own.weight = {};
      each(own.living, [&](std::size_t stone) {
        const auto at = places_.of(s.cells[side][stone]);
        own.place[stone] = static_cast<std::uint8_t>(at);
        own.value[stone] = own.on[at] = own.values[at];
        stone_on_[at] = static_cast<std::uint8_t>(stone);
      });
      each(own.living, [&](std::size_t stone) {
        Side::add(own.weight[own.place[stone]], own.faces(own.shares[stone], own.value[stone]));
      });
    }
  }
  void arrange_as(const EwnBoard& other) {
    stone_on_ = other.stone_on_;
    for (std::size_t side = 0; side < 2; ++side) {
      Side& own = sides_[side];
      const Side& from = other.sides_[side];
      own.living = from.living;
      own.shares = from.shares;
      own.place = from.place;
      own.value = from.value;
      own.on = from.on;
      own.weight = from.weight;
    }
  }

  std::uint32_t living(std::size_t side) const { return sides_[side].living; }
  std::size_t place(std::size_t side, std::size_t stone) const { return sides_[side].place[stone]; }
  bool has(std::size_t side, std::size_t place) const { return sides_[side].on[place] != 0; }
  std::size_t stone_on(std::size_t place) const { return stone_on_[place]; }

  // Moves a stone of Me's to an empty place, or back.
  template <std::size_t Me>
  void move(std::size_t stone, std::size_t to) {
    Side& own = sides_[Me];
    const auto from = own.place[stone];
    const auto& share = own.shares[stone];
    const auto before = own.value[stone], value = own.value[stone] = own.values[to];
    own.worth[stone] = squares_.worth(value, own.prey[to]);
    own.weight[from] = own.on[from] = 0;
    own.on[to] = own.values[to];
    Side::add(own.weight[to], own.faces(share, value));
    if ((share.low_gap | share.high_gap) != 0) {
      Side::add(own.weight[own.place[share.below]], own.below_gains(share, before, value));
      Side::add(own.weight[own.place[share.above]], own.above_gains(share, before, value));
    }
    own.place[stone] = static_cast<std::uint8_t>(to);
    stone_on_[to] = static_cast<std::uint8_t>(stone);
  }
  // Takes a stone off the board that is not a side's last.
  void remove(std::size_t side, std::size_t stone) {
    Side& own = sides_[side];
    own.pass_on(typename Side::Legacy(own, stone), 1);
    own.weight[own.place[stone]] = own.on[own.place[stone]] = 0;
    own.living &= ~(1u << stone);
    own.shares = squares_.shares(own.living);
  }

  // What follows needs these two. First what the enemies would gain and lose
  // wherever they stood, which is true until a stone of Me's moves or is taken...
  template <std::size_t Me>
  void find_threats() {
    constexpr auto way = Places::kWays[1 - Me];
    const Map& target = sides_[Me].on;
    const Map& value = sides_[Me].values;
    Side& other = sides_[1 - Me];
    for (std::size_t i = Places::kFirst; i < Places::kEnd; ++i) {
      const auto a = target[i + way[0]], b = target[i + way[1]], c = target[i + way[2]];
      const auto straight = std::max(a, b), all = std::max(straight, c);
      other.prey[i] = all;
      other.loss[0][i] = less(all, std::max(b, c));
      other.loss[1][i] = less(all, std::max(a, c));
      other.loss[2][i] = less(all, straight);
      const auto first = value[i + way[0]], second = value[i + way[1]], third = value[i + way[2]];
      const auto gain_first = less(std::max(first, all), all), gain_second = less(std::max(second, all), all);
      other.gain[0][i] = gain_first;
      other.gain[1][i] = gain_second;
      other.gain[2][i] = less(std::max(third, all), all);
      // An enemy's step by one straight way leaves the diagonal of this place for
      // the other straight way.
      other.regain[0][i] = less(less(std::max(second, straight), straight), gain_second);
      other.regain[1][i] = less(less(std::max(first, straight), straight), gain_first);
    }
    weigh_stones<1 - Me>();
  }
  // ... then what Me's stones could take, and what the enemies gain and lose as
  // they stand, which is true until one of theirs moves or is taken.
  template <std::size_t Me>
  void find_chances() {
    constexpr auto way = Places::kWays[Me];
    const Side& other = sides_[1 - Me];
    Map& prey = sides_[Me].prey;
    for (std::size_t i = Places::kFirst; i < Places::kEnd; ++i) {
      const auto a = other.on[i + way[0]], b = other.on[i + way[1]], c = other.on[i + way[2]];
      prey[i] = std::max(std::max(a, b), c);
    }
    for (std::size_t i = Places::kFirst; i < Places::kEnd; ++i) {
      const auto a = i + way[0], b = i + way[1], c = i + way[2];
      forgone_[i] = static_cast<std::int16_t>(other.weight[a] * other.loss[0][a] + other.weight[b] * other.loss[1][b] +
                                              other.weight[c] * other.loss[2][c]);
      exposed_[i] = static_cast<std::int16_t>(other.weight[a] * other.gain[0][a] + other.weight[b] * other.gain[1][b] +
                                              other.weight[c] * other.gain[2][c]);
    }
    weigh_stones<Me>();
  }

  // Me's lead.
  template <std::size_t Me>
  Points lead() const {
    return points(sides_[Me]) - points(sides_[1 - Me]);
  }

  // The ways that a stone of Me's may go, as a set; whether a face lets it move
  // at all, and whether one of them wins.
  template <std::size_t Me>
  std::uint32_t ways(std::size_t stone) const {
    return places_.open(Me, place(Me, stone));
  }
  template <std::size_t Me>
  bool may_move(std::size_t stone) const {
    return sides_[Me].shares[stone].faces() != 0;
  }
  template <std::size_t Me>
  bool wins(std::size_t stone) const {
    const auto from = place(Me, stone);
    const auto enemies = living(1 - Me);
    return places_.nears_goal(Me, from) || ((enemies & (enemies - 1)) == 0 && sides_[Me].prey[from] != 0);
  }

  // A stone that is about to move.
  struct Lifted {
    std::size_t stone, from;
    std::int32_t rest;  // Me's lead without what it brings
    std::int32_t free;  // and without it to be threatened
    Brings brings;
  };
  // Written where it stays: a copy of what was just written piece by piece makes
  // a processor wait.
  template <std::size_t Me>
  void lift(std::size_t stone, Points lead, Lifted& out) const {
    const Side& own = sides_[Me];
    out.stone = stone;
    out.from = own.place[stone];
    out.brings.take(own, own.shares[stone]);
    out.rest = static_cast<std::int32_t>(lead) - own.points(out.brings, stone);
    out.free = out.rest + squares_.threat() * forgone_[out.from];
  }

  // Me's lead after a step that doesn't end the game.
  template <std::size_t Me>
  Points lead_after(const Lifted& lifted, std::size_t way) {
    const auto to = Places::after(Me, lifted.from, way);
    if (has(Me, to)) return lead_taking_own<Me>(lifted, to);
    if (has(1 - Me, to)) return lead_taking<Me>(lifted, way, to);
    return lifted.free + moved<Me>(lifted, to) -
           squares_.threat() * (exposed_[to] + exposed_again<Me>(lifted.from, way));
  }

 private:
  static std::int16_t less(std::int16_t a, std::int16_t b) { return static_cast<std::int16_t>(a - b); }

  template <std::size_t Me>
  void weigh_stones() {
    Side& own = sides_[Me];
    each(own.living,
         [&](std::size_t stone) { own.worth[stone] = squares_.worth(own.value[stone], own.prey[own.place[stone]]); });
  }

  static Points points(const Side& own) {
    Points total = 0;
    each(own.living, [&](std::size_t stone) { total += Points{own.weight[own.place[stone]]} * own.worth[stone]; });
    return total;
  }

  // What a stone brings after its step.
  template <std::size_t Me>
  std::int32_t moved(const Lifted& lifted, std::size_t to) const {
    const std::int32_t value = sides_[Me].values[to];
    return lifted.brings.points(value, squares_.worth(value, sides_[Me].prey[to]));
  }

  // What the enemy diagonally before a stone gains more by its step than others.
  template <std::size_t Me>
  std::int32_t exposed_again(std::size_t from, std::size_t way) const {
    const auto ahead = Places::after(Me, from, Places::kDiagonal);
    return sides_[1 - Me].weight[ahead] * sides_[1 - Me].regain[way][ahead];
  }

  // The stone that is taken and the one that takes it are worth the same there,
  // so it is as if the one had given its faces to those beside it and the other
  // its place.
  template <std::size_t Me>
  Points lead_taking_own(const Lifted& lifted, std::size_t to) const {
    const Side& own = sides_[Me];
    const std::size_t stone = lifted.stone, taken = stone_on(to);
    const typename Side::Legacy legacy(own, taken);
    Brings lost, left;
    lost.take(own, own.shares[taken]);
    left.take(own, squares_.shares(own.living & ~(1u << taken))[stone]);
    return lifted.free + own.points(lifted.brings, stone) - own.points(lost, taken) +
           legacy.faces * own.worth[legacy.heir] - own.points(left, stone) + own.points(left, taken);
  }

  // Once the faces of the enemy that is taken have gone to others, it is a step
  // like any other, but that own stones may have threatened the same enemy.
  template <std::size_t Me>
  Points lead_taking(const Lifted& lifted, std::size_t way, std::size_t to) {
    Side& other = sides_[1 - Me];
    const std::size_t taken = stone_on(to);
    const typename Side::Legacy legacy(other, taken);
    const auto weight = other.weight[to];
    other.pass_on(legacy, 1);
    other.weight[to] = 0;
    std::int32_t threats = exposed_again<Me>(lifted.from, way) + missed<Me>(lifted, to);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto old = Places::after(Me, lifted.from, i), next = Places::after(Me, to, i);
      threats += other.weight[next] * other.gain[i][next] - other.weight[old] * other.loss[i][old];
    }
    other.weight[to] = weight;
    other.pass_on(legacy, -1);
    const auto enemies = legacy.faces * other.worth[legacy.heir] - weight * other.worth[taken] -
                         legacy.from_below * other.worth[legacy.below] - legacy.from_above * other.worth[legacy.above];
    return lifted.rest + moved<Me>(lifted, to) - enemies - squares_.threat() * threats;
  }

  // What Me's other stones threaten less once a stone has taken the one on a place.
  template <std::size_t Me>
  std::int32_t missed(const Lifted& lifted, std::size_t to) const {
    const Side& own = sides_[Me];
    const Map& enemy = sides_[1 - Me].on;
    const auto& share = own.shares[lifted.stone];
    const std::int32_t before = own.value[lifted.stone], value = own.values[to];
    std::int32_t out = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = Places::after(1 - Me, to, i);
      if (at == lifted.from || own.on[at] == 0) continue;
      std::int32_t weight = own.weight[at];
      if (at == own.place[share.below]) weight += own.below_gains(share, before, value);
      if (at == own.place[share.above]) weight += own.above_gains(share, before, value);
      const auto a = Places::after(Me, at, (i + 1) % 3), b = Places::after(Me, at, (i + 2) % 3);
      out += weight * (own.prey[at] - std::max(enemy[a], enemy[b]));
    }
    return out;
  }

  const EwnSquares& squares_;
  const Places& places_;
  std::array<Side, 2> sides_;
  std::array<std::uint8_t, Places::kRoom> stone_on_{};
  Map forgone_{};  // what the enemies lose in threats by a stone that leaves a place
  Map exposed_{};  // and gain by one that comes there
};

}  // namespace kibitz
