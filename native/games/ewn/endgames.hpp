// Endgame tablebases of EinStein würfelt nicht!.
//
// Probabilities are stored as doubles, or in larger tables as 16-bit fractions; in the largest, those with the most
// stones are bytes. A unit is computed in full precision and rounded once, so with n stones a 16-bit fraction has an
// error of at most (n - 2) / 2 · 1/65535 (with two stones a position is a certain win or loss), and a byte of half of
// 1/254 more than positions with one stone less.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/tablebase.hpp"
#include "games/ewn/chances.hpp"
#include "games/ewn/index.hpp"
#include "games/ewn/rules.hpp"
#include "games/ewn/stone_set.hpp"
#include "games/ewn/table_run.hpp"
#include "solve/endgame.hpp"
#include "solve/keyed_table.hpp"
#include "solve/payload.hpp"

namespace kibitz {

class EwnTablebase final : public Tablebase, public EwnEndgameProbe {
 public:
  EwnTablebase(const Identity* identity, const Ewn& game, int most_stones, const Payload& payload, std::uint64_t begin,
               std::uint64_t length)
      : Tablebase(identity),
        game_(game),
        index_(game.size(), game.stones(), game.faces(), most_stones),
        payload_(payload),
        begin_(begin),
        width_(length / std::max<std::uint64_t>(1, index_.size())),
        top_(width_ == 1 ? index_.lower_places() : index_.size()) {
    const auto expected = (width_ == 1 ? sizeof(std::uint16_t) : width_) * top_ + (index_.size() - top_);
    if ((width_ != 1 && width_ != 2 && width_ != 8) || length != expected || !payload.has(begin, length))
      throw RulesError("it does not have one chance for each place of its index");
  }

  std::optional<Value> probe(const ErasedState& s) const override {
    const auto& state = TypedState<Ewn>::unwrap(s);
    if (stones(state) > index_.most_stones()) return std::nullopt;
    return Value{Value::Kind::expect, chance(state), true};
  }

  int most_stones() const override { return static_cast<int>(index_.most_stones()); }
  double chance(const EwnStoneSet& rolls, const EwnStoneSet& waits) const override {
    const auto stones_of = [](const EwnStoneSet& fleet) {
      EwnStones out;
      out.living = fleet.living;
      for (auto left = fleet.living; left != 0; left &= left - 1)
        out.add(fleet.cells[static_cast<std::size_t>(std::countr_zero(left))]);
      return out;
    };
    return read(index_.place(stones_of(rolls), index_.turned(stones_of(waits))));
  }

  std::uint64_t size() const override { return index_.size(); }
  // With the first player to roll.
  std::unique_ptr<ErasedState> at(std::uint64_t place) const override {
    const auto found = index_.at(place);
    Numbers numbers(2 + 2 * static_cast<std::size_t>(game_.stones()), -1);
    numbers[0] = numbers[1] = 0;
    std::size_t begin = 2;
    for (const auto* side : {&found.mover, &found.other}) {
      std::size_t i = 0;
      for (auto left = side->living; left != 0; left &= left - 1)
        numbers[begin + static_cast<std::size_t>(std::countr_zero(left))] = side->cells[i++];
      begin += static_cast<std::size_t>(game_.stones());
    }
    return std::make_unique<TypedState<Ewn>>(identity(), game_.assemble(numbers));
  }

  // A decision captures at most one stone.
  bool may_know_within(const ErasedState& s, int decisions) const override {
    return stones(TypedState<Ewn>::unwrap(s)) <= index_.most_stones() + static_cast<std::size_t>(decisions);
  }

 private:
  static std::size_t stones(const Ewn::State& state) {
    return static_cast<std::size_t>(std::popcount(state.living[0]) + std::popcount(state.living[1]));
  }

  double chance(const Ewn::State& state) const {
    if (const Result result = game_.result(state); result != Result::ongoing)
      return result == win_for(state.mover) ? 1 : 0;
    if (state.roll == 0) return read(index_.place(seen(state, state.mover), seen(state, opponent(state.mover))));
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

  double read(std::uint64_t place) const {
    if (width_ == sizeof(double)) return stored<double>(begin_ + sizeof(double) * place);
    if (place < top_) return stored<std::uint16_t>(begin_ + sizeof(std::uint16_t) * place);
    return stored<std::uint8_t>(begin_ + sizeof(std::uint16_t) * top_ + (place - top_));
  }

  template <class Stored>
  double stored(std::uint64_t at) const {
    return checked_probability(EwnChance<Stored>::decode(payload_.read<Stored>(at)));
  }

  // A side's stones from the mover's point of view.
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
  std::uint64_t width_;  // bytes of a probability; of those with the most stones
  std::uint64_t top_;    // from there on, entries are bytes
};

template <>
struct Endgame<Ewn> {
  using Tablebase = EwnTablebase;

  static std::unique_ptr<EndgameRun> run(const Identity* identity, const Ewn& game, int most_stones, int width,
                                         int threads) {
    const auto make = [&]<class Known>(Known) -> std::unique_ptr<EndgameRun> {
      return std::make_unique<EwnTableRun<Known>>(identity, game.size(), game.stones(), game.faces(), most_stones,
                                                  width == 1, threads);
    };
    if (width == 8) return make(double{});
    if (width == 2 || width == 1) return make(std::uint16_t{});
    throw RulesError("a chance has 8, 2 or 1 bytes");
  }
};

}  // namespace kibitz
