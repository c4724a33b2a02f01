// Repetition in a game in progress, whose states have their history.
#pragma once

#include <memory>

#include "base/position_history.hpp"
#include "bind/interfaces/rules.hpp"

namespace kibitz {

// The history of what comes after a state.
inline std::shared_ptr<const PositionHistory> history_after(const Rules& rules, const ErasedState& state) {
  return std::make_shared<const PositionHistory>(rules.copy(state), rules.key(state), rules.turn(state),
                                                 state.shared_history());
}

// How often a position has been on the board, this time included.
inline int times(const Rules& rules, const ErasedState& state) {
  return 1 + (state.history() == nullptr ? 0 : occurrences(state.history(), rules.key(state)));
}

// How often a position that comes after a state has been on the board before.
inline int times_before(const Rules& rules, const ErasedState& state, const ErasedState& next) {
  const auto key = rules.key(next);
  return (key == rules.key(state)) + occurrences(state.history(), key);
}

// How the game ends here because positions came back.
inline Result result_by_repetition(const Rules& rules, const Repetition& rule, const ErasedState& state) {
  if ((rule.draw == 0 && rule.loss == 0) || state.history() == nullptr) return Result::ongoing;
  const int count = times(rules, state);
  if (rule.draw > 0 && count >= rule.draw) return Result::draw;
  if (rule.loss == 0 || count < rule.loss) return Result::ongoing;
  // Whoever moved last brought it about; dice did what the roller let them.
  const auto* last = state.history();
  while (last->actor == Side::chance && last->previous != nullptr) last = last->previous.get();
  return last->actor == Side::chance ? Result::draw : win_for(opponent(last->actor));
}

}  // namespace kibitz
