// Endgame tables of EinStein würfelt nicht!: the chance that the side to roll
// wins, for all positions with few stones.
//
// Every move brings its stone nearer to the far corner, so the positions of a
// unit (two classes of stones, either side to move) are worked out in the order
// of the steps that are left. Captures lead to finished units.
//
// Chances are stored as doubles, or in large tables as 16-bit fractions: there a
// unit is worked out in full precision and rounded once, so with n stones a
// chance is off by at most n - 2 halves of 1/65535 (with two stones it is a sure
// win or loss).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/probe.hpp"
#include "base/zeroed.hpp"
#include "games/ewn/index.hpp"
#include "games/ewn/rules.hpp"
#include "solve/endgame.hpp"
#include "solve/keyed_table.hpp"
#include "solve/payload.hpp"
#include "solve/team.hpp"

namespace kibitz {

template <class T>
struct ChanceOf {
  using Work = T;
  static T encode(Work chance) { return chance; }
  static double decode(T stored) { return stored; }
};

template <>
struct ChanceOf<std::uint16_t> {
  using Work = float;
  static std::uint16_t encode(Work chance) { return static_cast<std::uint16_t>(std::lround(chance * 65535)); }
  static double decode(std::uint16_t stored) { return stored / 65535.0; }
};

template <class Stored>
class EwnRun final : public EndgameRun {
 public:
  EwnRun(const Identity* identity, const Ewn& game, int most_stones, int threads)
      : EndgameRun(identity),
        index_(game.size(), game.stones(), game.faces(), most_stones),
        faces_(static_cast<Work>(game.faces())),
        threads_(threads),
        known_places_(lower_places()) {
    for (std::size_t block = 0; block < index_.blocks().size(); ++block)
      if (index_.blocks()[block].mover <= index_.blocks()[block].other) units_.push_back(block);
    list_targets();
    list_followers();
  }

  std::uint64_t places() const override { return index_.size(); }
  int units() const override { return static_cast<int>(units_.size()); }
  std::uint64_t steps(int unit) const override { return layers(unit) * items(unit); }

  std::string solve(int unit, Control& control) override {
    if (unit > done_) throw RulesError("the units before this one come first");
    const Unit work = open(unit);
    now_.assign(work.size, 0);
    Team team(control, threads_);
    for (std::uint64_t layer = 0; layer < layers(unit); ++layer)
      team.share(
          items(unit),
          [&](std::uint64_t begin, std::uint64_t end) {
            for (auto item = begin; item < end; ++item) solve_item(work, item, static_cast<int>(layer));
          },
          kPiece);
    std::string out(work.size * sizeof(Stored), '\0');
    for (std::uint64_t i = 0; i < work.size; ++i) {
      const Stored stored = ChanceOf<Stored>::encode(now_[i]);
      std::memcpy(out.data() + sizeof(Stored) * i, &stored, sizeof(Stored));
    }
    keep(unit, out);
    return out;
  }

  void restore(int unit, const std::string& stored) override {
    if (unit > done_) throw RulesError("the units before this one come first");
    if (stored.size() != open(unit).size * sizeof(Stored)) throw RulesError("a unit has the wrong length");
    for (std::size_t at = 0; at < stored.size(); at += sizeof(Stored)) {
      Stored one;
      std::memcpy(&one, stored.data() + at, sizeof(Stored));
      checked_chance(ChanceOf<Stored>::decode(one));
    }
    keep(unit, stored);
  }

 private:
  using Block = EwnIndex::Block;
  using Work = typename ChanceOf<Stored>::Work;
  static constexpr std::uint64_t kPiece = 16;

  // One block, or two that lead to each other.
  struct Unit {
    std::array<const Block*, 2> blocks;
    std::uint64_t begin, size, leads;  // leads: ways to place the leader's stones, in each block
    bool one;
  };

  Unit open(int unit) const {
    const auto first = units_[static_cast<std::size_t>(unit)];
    const Block& block = index_.blocks()[first];
    const bool one = block.mover == block.other;
    const Block& twin = one ? block : index_.blocks()[first + 1];
    return {{&block, &twin}, block.begin, block.size + (one ? 0 : twin.size), leads(block).size(), one};
  }

  void keep(int unit, const std::string& stored) {
    const auto begin = open(unit).begin;
    if (begin < known_places_) {
      if (known_ == nullptr) known_ = std::make_unique<ZeroedMemory>(known_places_ * sizeof(Stored));
      if (known_->data() == nullptr) throw std::bad_alloc();
      std::memcpy(static_cast<Stored*>(known_->data()) + begin, stored.data(), stored.size());
    }
    done_ = std::max(done_, unit + 1);
  }

  const std::vector<EwnIndex::Lead>& leads(const Block& block) const {
    const auto& lead = index_.classes()[block.mover_leads ? block.mover : block.other];
    return index_.leads(lead.stones, lead.even);
  }

  std::uint64_t items(int unit) const {
    const Unit work = open(unit);
    return work.leads + (work.one ? 0 : leads(*work.blocks[1]).size());
  }

  std::uint64_t layers(int unit) const {
    const Block& block = index_.blocks()[units_[static_cast<std::size_t>(unit)]];
    const auto stones = index_.classes()[block.mover].stones + index_.classes()[block.other].stones;
    return stones * 2 * static_cast<std::size_t>(index_.board() - 1) + 1;
  }

  // Positions with the most stones are needed by no others.
  std::uint64_t lower_places() const {
    std::uint64_t end = 0;
    for (const auto& block : index_.blocks())
      if (index_.classes()[block.mover].stones + index_.classes()[block.other].stones < index_.most_stones())
        end = block.begin + block.size;
    return end;
  }

  void list_targets() {
    const int size = index_.board();
    for (int cell = 0; cell <= index_.last(); ++cell) {
      auto& to = targets_.emplace_back();
      for (const auto& [down, right] : {std::array{0, 1}, std::array{1, 0}, std::array{1, 1}})
        if (cell / size + down < size && cell % size + right < size)
          to.push_back(static_cast<std::uint8_t>(cell + down * size + right));
    }
  }

  // The ways to place a follower's stones, by the steps that are left to them.
  void list_followers() {
    const auto cells = index_.last() + std::size_t{1};
    const auto most = index_.most_stones() / 2;
    followers_.resize(2 * (most + 1));
    for (std::size_t count = 1; count <= most; ++count) {
      std::size_t codes = 1;
      for (std::size_t i = 0; i < count; ++i) codes *= cells;
      for (std::size_t code = 0; code < codes; ++code) add_follower(code, count, cells);
    }
  }

  void add_follower(std::size_t code, std::size_t count, std::size_t cells) {
    EwnStones stones;
    std::uint64_t seen = 1;  // nobody stands on its goal
    int distance = 0;
    for (std::size_t i = 0; i < count; ++i, code /= cells) {
      const auto cell = static_cast<std::uint8_t>(code % cells);
      if (seen >> cell & 1u) return;
      seen |= std::uint64_t{1} << cell;
      distance += cell / index_.board() + cell % index_.board();
      stones.add(cell);
    }
    for (const bool even : {false, true}) {
      if (even && count > 1 && stones.cells[0] > stones.cells[count - 1]) continue;
      auto& by_distance = followers_[2 * count + (even ? 1 : 0)];
      by_distance.resize(std::max(by_distance.size(), static_cast<std::size_t>(distance) + 1));
      by_distance[static_cast<std::size_t>(distance)].push_back(stones);
    }
  }

  // All positions of one placement of the leader with so many steps left.
  void solve_item(const Unit& work, std::uint64_t item, int layer) {
    const std::size_t which = item < work.leads ? 0 : 1;
    const Block& block = *work.blocks[which];
    const auto& lead = leads(block)[static_cast<std::size_t>(which == 0 ? item : item - work.leads)];
    const auto& lead_class = index_.classes()[block.mover_leads ? block.mover : block.other];
    const auto& follow_class = index_.classes()[block.mover_leads ? block.other : block.mover];
    const auto& by_distance = followers_[2 * follow_class.stones + (follow_class.even ? 1 : 0)];
    const int left = layer - lead.distance;
    if (left < 0 || static_cast<std::size_t>(left) >= by_distance.size()) return;
    EwnStones leader = lead.stones;
    leader.living = lead_class.living;
    const auto leader_cells = cells_of(leader);
    for (EwnStones follower : by_distance[static_cast<std::size_t>(left)]) {
      if (cells_of(follower) & leader_cells) continue;
      follower.living = follow_class.living;
      const auto place = block.begin - work.begin + index_.within(block, leader, follower, follow_class.even);
      now_[place] = block.mover_leads ? chance(work, block, leader, follower)
                                      : chance(work, block, index_.turned(follower), index_.turned(leader));
    }
  }

  static std::uint64_t cells_of(const EwnStones& stones) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < stones.count; ++i) out |= std::uint64_t{1} << stones.cells[i];
    return out;
  }

  // The chance of the mover, as it sees the board.
  Work chance(const Unit& work, const Block& block, const EwnStones& mover, const EwnStones& other) const {
    std::array<Work, kMostEwnStones> best{};
    const auto own = cells_of(mover), others = cells_of(other);
    for (std::size_t i = 0; i < mover.count; ++i)
      for (const auto target : targets_[mover.cells[i]]) {
        best[i] = std::max(best[i], 1 - after(work, block, mover, i, target, other, own, others));
        if (best[i] == 1) break;
      }
    const auto& coverage = index_.classes()[block.mover].coverage;
    Work total = 0;
    for (std::size_t i = 0; i < mover.count; ++i) total += static_cast<Work>(coverage.alone[i]) * best[i];
    for (std::size_t i = 0; i + 1 < mover.count; ++i)
      total += static_cast<Work>(coverage.shared[i]) * std::max(best[i], best[i + 1]);
    return total / faces_;
  }

  // The chance of the other side after a stone's step.
  Work after(const Unit& work, const Block& block, EwnStones mover, std::size_t stone, std::uint8_t target,
             const EwnStones& other, std::uint64_t own, std::uint64_t others) const {
    if (target == index_.last()) return 0;
    mover.cells[stone] = target;
    const auto bit = std::uint64_t{1} << target;
    if (others & bit) {
      if (other.count == 1) return 0;
      return known(index_.turned(other.without(on(other, target, other.count))), index_.turned(mover));
    }
    if (own & bit) return known(index_.turned(other), index_.turned(mover.without(on(mover, target, stone))));
    const Block& to = block.mover == work.blocks[0]->mover ? *work.blocks[1] : *work.blocks[0];
    const auto place =
        to.mover_leads ? index_.within(to, index_.turned(other), index_.turned(mover), index_.classes()[to.other].even)
                       : index_.within(to, mover, other, index_.classes()[to.mover].even);
    return now_[to.begin - work.begin + place];
  }

  // Which stone stands on a cell, other than the one that just came there.
  static std::size_t on(const EwnStones& stones, std::uint8_t cell, std::size_t except) {
    std::size_t i = 0;
    while (stones.cells[i] != cell || i == except) ++i;
    return i;
  }

  Work known(const EwnStones& mover, const EwnStones& other) const {
    const auto* stored = static_cast<const Stored*>(known_->data()) + index_.place(mover, other);
    return static_cast<Work>(ChanceOf<Stored>::decode(*stored));
  }

  EwnIndex index_;
  Work faces_;
  int threads_;
  // Chances of all positions but those with the most stones, once there are any.
  std::uint64_t known_places_;
  std::unique_ptr<ZeroedMemory> known_;
  int done_ = 0;                    // so many units are known, the first ones
  std::vector<Work> now_;           // of the unit at work
  std::vector<std::size_t> units_;  // the first block of each
  std::vector<std::vector<std::uint8_t>> targets_;
  std::vector<std::vector<std::vector<EwnStones>>> followers_;  // by twice the stones, plus one for even classes
};

class EwnProbe final : public Probe {
 public:
  EwnProbe(const Identity* identity, const Ewn& game, int most_stones, const Payload& payload, std::uint64_t begin,
           std::uint64_t length)
      : Probe(identity),
        game_(game),
        index_(game.size(), game.stones(), game.faces(), most_stones),
        payload_(payload),
        begin_(begin),
        wide_(length == sizeof(double) * index_.size()) {
    if ((!wide_ && length != sizeof(std::uint16_t) * index_.size()) || !payload.has(begin, length))
      throw RulesError("it does not have one chance for each place of its index");
  }

  std::optional<Value> find(const StateBox& box) const override {
    const auto& state = Boxed<Ewn>::open(box);
    if (stones(state) > index_.most_stones()) return std::nullopt;
    return Value{Value::Kind::expect, chance(state), true};
  }

  // A decision takes at most one stone.
  bool may_know_within(const StateBox& box, int decisions) const override {
    return stones(Boxed<Ewn>::open(box)) <= index_.most_stones() + static_cast<std::size_t>(decisions);
  }

 private:
  static std::size_t stones(const Ewn::State& state) {
    return static_cast<std::size_t>(std::popcount(state.living[0]) + std::popcount(state.living[1]));
  }

  double chance(const Ewn::State& state) const {
    if (const Result result = game_.result(state); result != Result::ongoing)
      return result == win_for(state.mover) ? 1 : 0;
    if (state.roll == 0) {
      const auto place = index_.place(seen(state, state.mover), seen(state, opponent(state.mover)));
      return wide_ ? stored<double>(place) : stored<std::uint16_t>(place);
    }
    double best = 0;
    MoveList moves;
    game_.moves(state, moves);
    for (const Move move : moves) {
      auto next = state;
      game_.play(next, move);
      best = std::max(best, 1 - chance(next));
    }
    return best;
  }

  template <class Stored>
  double stored(std::uint64_t place) const {
    return checked_chance(ChanceOf<Stored>::decode(payload_.read<Stored>(begin_ + sizeof(Stored) * place)));
  }

  // A side's stones as the mover sees the board.
  EwnStones seen(const Ewn::State& state, Side side) const {
    const auto number = static_cast<std::size_t>(side);
    EwnStones out;
    out.living = state.living[number];
    for (auto left = out.living; left != 0; left &= left - 1)
      out.add(state.cells[number][static_cast<std::size_t>(std::countr_zero(left))]);
    return state.mover == Side::first ? out : index_.turned(out);
  }

  const Ewn& game_;
  EwnIndex index_;
  const Payload& payload_;
  std::uint64_t begin_;
  bool wide_;
};

template <>
struct Endgame<Ewn> {
  using Probe = EwnProbe;

  static std::unique_ptr<EndgameRun> run(const Identity* identity, const Ewn& game, int most_stones, bool wide,
                                         int threads) {
    if (wide) return std::make_unique<EwnRun<double>>(identity, game, most_stones, threads);
    return std::make_unique<EwnRun<std::uint16_t>>(identity, game, most_stones, threads);
  }
};

}  // namespace kibitz
