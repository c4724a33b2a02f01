// The rule of repetition for states with a history.
#pragma once

#include <memory>

#include "base/position_history.hpp"
#include "bind/interfaces/rules.hpp"

namespace kibitz {

// The history of the positions after a state.
inline std::shared_ptr<const PositionHistory> history_after(const Rules& rules, const ErasedState& state) {
  return std::make_shared<const PositionHistory>(rules.copy(state), rules.key(state), rules.turn(state),
                                                 state.shared_history());
}

// Occurrences of a position, the present one included.
inline int times(const Rules& rules, const ErasedState& state) {
  return 1 + (state.history() == nullptr ? 0 : occurrences(state.history(), rules.key(state)));
}

// Earlier occurrences of a position after a state.
inline int occurrences_of(const Rules& rules, const ErasedState& state, const ErasedState& next) {
  const auto key = rules.key(next);
  return (key == rules.key(state)) + occurrences(state.history(), key);
}

// The result by the rule of repetition.
inline Result result_by_repetition(const Rules& rules, const Repetition& rule, const ErasedState& state) {
  if ((rule.draw == 0 && rule.loss == 0) || state.history() == nullptr) return Result::ongoing;
  const int count = times(rules, state);
  if (rule.draw > 0 && count >= rule.draw) return Result::draw;
  if (rule.loss == 0 || count < rule.loss) return Result::ongoing;
  // The player who moved last repeated the position; dice count for nobody.
  const auto* last = state.history();
  while (last->actor == Side::chance && last->previous != nullptr) last = last->previous.get();
  return last->actor == Side::chance ? Result::draw : win_for(opponent(last->actor));
}

}  // namespace kibitz
