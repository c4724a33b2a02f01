// Probabilities of the results of a solved game against an opponent who moves at
// random. The careful side plays only moves that keep the value of the position;
// among those it maximizes the probability of a win, then of a draw. In a lost
// position it maximizes over all moves.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/tablebase.hpp"

namespace kibitz {

struct Odds {
  double win = 0, draw = 0, loss = 0;

  // Far above rounding errors.
  static constexpr double kMargin = 1e-12;

  // Orders by win, then draw probability, with a margin for rounding errors.
  bool worse_than(const Odds& other) const {
    if (win < other.win - kMargin) return true;
    return win <= other.win + kMargin && draw < other.draw - kMargin;
  }
};

template <Game G>
class AgainstRandom {
 public:
  using State = typename G::State;

  AgainstRandom(const G& game, const Tablebase& table, Control& control)
      : game_(game), table_(table), control_(control) {}

  // The odds of each move of the careful side, which is to move.
  std::vector<std::pair<Move, Odds>> moves(State state) {
    careful_ = game_.turn(state);
    control_.begin();
    MoveList moves;
    game_.moves(state, moves);
    std::vector<std::pair<Move, Odds>> out;
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      out.emplace_back(move, odds(state, 0));
      game_.undo(state, move, undo);
    }
    return out;
  }

 private:
  static constexpr int kLongestGame = 5000;

  // 1, 0 or -1 for the careful side.
  int outcome_of(const State& state) const {
    const auto found = with_erased<G>(state, [&](const ErasedState& s) { return table_.probe(s); });
    if (!found || found->kind == Value::Kind::expect) throw RulesError("a position is missing in the table");
    const int result = static_cast<int>(found->kind) - 1;
    return game_.mover(state) == careful_ ? result : -result;
  }

  Odds odds(State& state, int depth) {
    poll_for(game_, control_);
    if (const Result result = game_.result(state); result != Result::ongoing) {
      const int outcome = outcome_for(result, careful_);
      return {outcome > 0 ? 1.0 : 0.0, outcome == 0 ? 1.0 : 0.0, outcome < 0 ? 1.0 : 0.0};
    }
    const int here = outcome_of(state);
    if (here > 0) return {1, 0, 0};  // a forced win
    if (depth > kLongestGame) throw RulesError("the game is too long");
    const auto key = game_.key(canonical(game_, state));
    const auto [entry, is_new] = known_.try_emplace(key, kInProgress);
    if (!is_new) {
      if (entry->second.win < 0) throw RulesError("positions may repeat, so the probabilities are not defined");
      return entry->second;
    }
    const Odds found = game_.turn(state) == careful_ ? best(state, here, depth) : average(state, depth);
    known_[key] = found;
    return found;
  }

  Odds best(State& state, int here, int depth) {
    MoveList moves;
    game_.moves(state, moves);
    Odds out = kInProgress;
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      if (outcome_of(state) >= here)
        if (const Odds after = odds(state, depth + 1); out.worse_than(after)) out = after;
      game_.undo(state, move, undo);
    }
    return out;
  }

  Odds average(State& state, int depth) {
    MoveList moves;
    game_.moves(state, moves);
    Odds out;
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      const Odds after = odds(state, depth + 1);
      game_.undo(state, move, undo);
      out.win += after.win;
      out.draw += after.draw;
      out.loss += after.loss;
    }
    const auto count = static_cast<double>(moves.size());
    return {out.win / count, out.draw / count, out.loss / count};
  }

  static constexpr Odds kInProgress{-1, -1, -1};

  const G& game_;
  const Tablebase& table_;
  Control& control_;
  Side careful_ = Side::first;
  std::unordered_map<std::uint64_t, Odds> known_;
};

}  // namespace kibitz
