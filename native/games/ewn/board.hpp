// Incremental static evaluation of all steps in EinStein würfelt nicht!: the lead after a step is a small sum.
//
// A lead is the points of the die's faces for one side less those for the other. A step changes the worth of its stone,
// the faces of its neighbours in number, and the threats of nearby enemies. Gains and losses of those threats are
// computed for all cells at once by sums over whole maps, which compilers vectorize.
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

// Boards are constructed once and reused, which keeps the borders of their maps.
template <int Row>
class EwnBoard {
  using Side = EwnSide<Row>;
  using Contribution = typename Side::Contribution;
  using Map = typename Side::Map;

 public:
  using Mailbox = EwnMailbox<Row>;
  using Points = EwnSquares::Points;

  EwnBoard(const EwnSquares& squares, const Mailbox& mailbox) : squares_(squares), mailbox_(mailbox) {
    for (std::size_t side = 0; side < 2; ++side) sides_[side].values = mailbox.values(side);
  }
  EwnBoard(const EwnBoard&) = delete;
  EwnBoard& operator=(const EwnBoard&) = delete;

  // Visits each member of a set.
  template <class Visit>
  static void each(std::uint32_t set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
  }

  // Sets up the stones of a state, or of another board.
  template <class State>
  void arrange(const State& s) {
    for (std::size_t side = 0; side < 2; ++side) {
      Side& own = sides_[side];
      own.living = s.living[side];
      own.shares = squares_.shares(own.living);
      own.on = {};
      own.weight = {};
      each(own.living, [&](std::size_t stone) {
        const auto at = mailbox_.of(s.cells[side][stone]);
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

  // Moves a stone of Me to an empty cell, or back.
  template <std::size_t Me>
  void move(std::size_t stone, std::size_t to) {
    Side& own = sides_[Me];
    const auto from = own.place[stone];
    const auto& share = own.shares[stone];
    const auto before = own.value[stone], value = own.value[stone] = own.values[to];
    own.worth[stone] = squares_.worth(value, own.best_capture[to]);
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
  // Removes a stone that is not a side's last.
  void remove(std::size_t side, std::size_t stone) {
    Side& own = sides_[side];
    own.transfer(typename Side::Inheritance(own, stone), 1);
    own.weight[own.place[stone]] = own.on[own.place[stone]] = 0;
    own.living &= ~(1u << stone);
    own.shares = squares_.shares(own.living);
  }

  // The following methods need these two. This one finds what enemies on any cell would gain and lose; valid until a
  // stone of Me moves or is captured...
  template <std::size_t Me>
  void find_threats() {
    constexpr auto direction = Mailbox::kDirections[1 - Me];
    const Map& target = sides_[Me].on;
    const Map& value = sides_[Me].values;
    Side& other = sides_[1 - Me];
    for (std::size_t i = Mailbox::kFirst; i < Mailbox::kEnd; ++i) {
      const auto a = target[i + direction[0]], b = target[i + direction[1]], c = target[i + direction[2]];
      const auto straight = std::max(a, b), all = std::max(straight, c);
      other.best_capture[i] = all;
      other.loss[0][i] = less(all, std::max(b, c));
      other.loss[1][i] = less(all, std::max(a, c));
      other.loss[2][i] = less(all, straight);
      const auto first = value[i + direction[0]], second = value[i + direction[1]], third = value[i + direction[2]];
      const auto gain_first = less(std::max(first, all), all), gain_second = less(std::max(second, all), all);
      other.gain[0][i] = gain_first;
      other.gain[1][i] = gain_second;
      other.gain[2][i] = less(std::max(third, all), all);
      // An enemy's orthogonal step leaves the diagonal of this cell for the other orthogonal neighbour.
      other.regain[0][i] = less(less(std::max(second, straight), straight), gain_second);
      other.regain[1][i] = less(less(std::max(first, straight), straight), gain_first);
    }
    update_worth<1 - Me>();
  }
  // ... and this one finds the captures of Me's stones, and the gains and losses of the enemies as they stand; valid
  // until one of theirs moves or is captured.
  template <std::size_t Me>
  void find_captures() {
    constexpr auto direction = Mailbox::kDirections[Me];
    const Side& other = sides_[1 - Me];
    Map& best_capture = sides_[Me].best_capture;
    for (std::size_t i = Mailbox::kFirst; i < Mailbox::kEnd; ++i) {
      const auto a = other.on[i + direction[0]], b = other.on[i + direction[1]], c = other.on[i + direction[2]];
      best_capture[i] = std::max(std::max(a, b), c);
    }
    for (std::size_t i = Mailbox::kFirst; i < Mailbox::kEnd; ++i) {
      const auto a = i + direction[0], b = i + direction[1], c = i + direction[2];
      forgone_[i] = static_cast<std::int16_t>(other.weight[a] * other.loss[0][a] + other.weight[b] * other.loss[1][b] +
                                              other.weight[c] * other.loss[2][c]);
      exposed_[i] = static_cast<std::int16_t>(other.weight[a] * other.gain[0][a] + other.weight[b] * other.gain[1][b] +
                                              other.weight[c] * other.gain[2][c]);
    }
    update_worth<Me>();
  }

  // The lead of Me.
  template <std::size_t Me>
  Points lead() const {
    return points(sides_[Me]) - points(sides_[1 - Me]);
  }

  // The directions of a stone's legal steps as a set; whether some face lets it move; whether one of its steps wins.
  template <std::size_t Me>
  std::uint32_t directions(std::size_t stone) const {
    return mailbox_.open(Me, place(Me, stone));
  }
  template <std::size_t Me>
  bool may_move(std::size_t stone) const {
    return sides_[Me].shares[stone].faces() != 0;
  }
  template <std::size_t Me>
  bool wins(std::size_t stone) const {
    const auto from = place(Me, stone);
    const auto enemies = living(1 - Me);
    return mailbox_.nears_goal(Me, from) || ((enemies & (enemies - 1)) == 0 && sides_[Me].best_capture[from] != 0);
  }

  // A stone that is about to move.
  struct Lifted {
    std::size_t stone, from;
    std::int32_t rest;  // the lead of Me without its contribution
    std::int32_t free;  // and without enemy threats to it
    Contribution contribution;
  };
  // Constructed in place, as a copy would stall on store forwarding.
  template <std::size_t Me>
  void lift(std::size_t stone, Points lead, Lifted& out) const {
    const Side& own = sides_[Me];
    out.stone = stone;
    out.from = own.place[stone];
    out.contribution.take(own, own.shares[stone]);
    out.rest = static_cast<std::int32_t>(lead) - own.points(out.contribution, stone);
    out.free = out.rest + squares_.threat() * forgone_[out.from];
  }

  // The lead of Me after a step that doesn't end the game.
  template <std::size_t Me>
  Points lead_after(const Lifted& lifted, std::size_t direction) {
    const auto to = Mailbox::after(Me, lifted.from, direction);
    if (has(Me, to)) return lead_taking_own<Me>(lifted, to);
    if (has(1 - Me, to)) return lead_taking<Me>(lifted, direction, to);
    return lifted.free + contribution_after<Me>(lifted, to) -
           squares_.threat() * (exposed_[to] + exposed_again<Me>(lifted.from, direction));
  }

 private:
  static std::int16_t less(std::int16_t a, std::int16_t b) { return static_cast<std::int16_t>(a - b); }

  template <std::size_t Me>
  void update_worth() {
    Side& own = sides_[Me];
    each(own.living, [&](std::size_t stone) {
      own.worth[stone] = squares_.worth(own.value[stone], own.best_capture[own.place[stone]]);
    });
  }

  static Points points(const Side& own) {
    Points total = 0;
    each(own.living, [&](std::size_t stone) { total += Points{own.weight[own.place[stone]]} * own.worth[stone]; });
    return total;
  }

  // The contribution of a stone after its step.
  template <std::size_t Me>
  std::int32_t contribution_after(const Lifted& lifted, std::size_t to) const {
    const std::int32_t value = sides_[Me].values[to];
    return lifted.contribution.points(value, squares_.worth(value, sides_[Me].best_capture[to]));
  }

  // The extra gain of the enemy diagonally ahead of a stone.
  template <std::size_t Me>
  std::int32_t exposed_again(std::size_t from, std::size_t direction) const {
    const auto ahead = Mailbox::after(Me, from, Mailbox::kDiagonal);
    return sides_[1 - Me].weight[ahead] * sides_[1 - Me].regain[direction][ahead];
  }

  // The captured stone and the capturing one have the same worth on that cell, so it is as if the one had given its
  // faces to its neighbours and the other its cell.
  template <std::size_t Me>
  Points lead_taking_own(const Lifted& lifted, std::size_t to) const {
    const Side& own = sides_[Me];
    const std::size_t stone = lifted.stone, taken = stone_on(to);
    const typename Side::Inheritance inheritance(own, taken);
    Contribution lost, left;
    lost.take(own, own.shares[taken]);
    left.take(own, squares_.shares(own.living & ~(1u << taken))[stone]);
    return lifted.free + own.points(lifted.contribution, stone) - own.points(lost, taken) +
           inheritance.faces * own.worth[inheritance.heir] - own.points(left, stone) + own.points(left, taken);
  }

  // After the captured enemy's faces have gone to its neighbours, this is a plain step, except that own stones may have
  // threatened the same enemy.
  template <std::size_t Me>
  Points lead_taking(const Lifted& lifted, std::size_t direction, std::size_t to) {
    Side& other = sides_[1 - Me];
    const std::size_t taken = stone_on(to);
    const typename Side::Inheritance inheritance(other, taken);
    const auto weight = other.weight[to];
    other.transfer(inheritance, 1);
    other.weight[to] = 0;
    std::int32_t threats = exposed_again<Me>(lifted.from, direction) + lost_threats<Me>(lifted, to);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto old = Mailbox::after(Me, lifted.from, i), next = Mailbox::after(Me, to, i);
      threats += other.weight[next] * other.gain[i][next] - other.weight[old] * other.loss[i][old];
    }
    other.weight[to] = weight;
    other.transfer(inheritance, -1);
    const auto enemies = inheritance.faces * other.worth[inheritance.heir] - weight * other.worth[taken] -
                         inheritance.from_below * other.worth[inheritance.below] -
                         inheritance.from_above * other.worth[inheritance.above];
    return lifted.rest + contribution_after<Me>(lifted, to) - enemies - squares_.threat() * threats;
  }

  // The threats that Me's other stones lose when an enemy is captured.
  template <std::size_t Me>
  std::int32_t lost_threats(const Lifted& lifted, std::size_t to) const {
    const Side& own = sides_[Me];
    const Map& enemy = sides_[1 - Me].on;
    const auto& share = own.shares[lifted.stone];
    const std::int32_t before = own.value[lifted.stone], value = own.values[to];
    std::int32_t out = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = Mailbox::after(1 - Me, to, i);
      if (at == lifted.from || own.on[at] == 0) continue;
      std::int32_t weight = own.weight[at];
      if (at == own.place[share.below]) weight += own.below_gains(share, before, value);
      if (at == own.place[share.above]) weight += own.above_gains(share, before, value);
      const auto a = Mailbox::after(Me, at, (i + 1) % 3), b = Mailbox::after(Me, at, (i + 2) % 3);
      out += weight * (own.best_capture[at] - std::max(enemy[a], enemy[b]));
    }
    return out;
  }

  const EwnSquares& squares_;
  const Mailbox& mailbox_;
  std::array<Side, 2> sides_;
  std::array<std::uint8_t, Mailbox::kRoom> stone_on_{};
  Map forgone_{};  // threats that enemies lose by a stone leaving a cell
  Map exposed_{};  // threats that they gain by one entering it
};

}  // namespace kibitz
