// How a solved game goes when one side moves at random and the other never
// gives up a safe result: it keeps to moves that are worth as much as the
// position, and among those takes the one with the best chance to win, then to
// draw. In a lost position it takes whatever gives the best chances.
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

  // What rounding does to sums is far less than this, and nobody would notice it.
  static constexpr double kMargin = 1e-12;

  // Whether these are worse: less chance to win, or as much and less to draw.
  // Compared with a margin, or rounding would decide between equal chances to win.
  bool worse_than(const Odds& other) const {
    if (win < other.win - kMargin) return true;
    return win <= other.win + kMargin && draw < other.draw - kMargin;
  }
};

template <Game G>
class AgainstRandom {
 public:
  using State = typename G::State;

  AgainstRandom(const G& game, const Tablebase& probe, Control& control)
      : game_(game), probe_(probe), control_(control) {}

  // The odds of each move of the side to move, which is the careful one.
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

  // 1, 0 or -1 to the careful side.
  int worth(const State& state) const {
    const auto found = with_erased<G>(state, [&](const ErasedState& box) { return probe_.probe(box); });
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
    const int here = worth(state);
    if (here > 0) return {1, 0, 0};  // safe to the end
    if (depth > kLongestGame) throw RulesError("the game is too long");
    const auto key = game_.key(canonical(game_, state));
    const auto [entry, is_new] = known_.try_emplace(key, kAtWork);
    if (!is_new) {
      if (entry->second.win < 0) throw RulesError("positions may repeat, so chances have no end");
      return entry->second;
    }
    const Odds found = game_.turn(state) == careful_ ? best(state, here, depth) : average(state, depth);
    known_[key] = found;
    return found;
  }

  Odds best(State& state, int here, int depth) {
    MoveList moves;
    game_.moves(state, moves);
    Odds out = kAtWork;
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      if (worth(state) >= here)
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

  static constexpr Odds kAtWork{-1, -1, -1};

  const G& game_;
  const Tablebase& probe_;
  Control& control_;
  Side careful_ = Side::first;
  std::unordered_map<std::uint64_t, Odds> known_;
};

}  // namespace kibitz
