// The positions before a position, for games with a rule of repetition.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/types.hpp"

namespace kibitz {

class ErasedState;

// The rule of repetition. Counts are occurrences of a position, the present one
// included; 0 means never.
struct Repetition {
  int claim = 0;           // a draw may be claimed
  int draw = 0;            // the game is drawn
  int loss = 0;            // the player who repeats loses
  bool forbidden = false;  // a move that repeats a position is illegal

  bool any() const { return claim > 0 || draw > 0 || loss > 0 || forbidden; }
};

// An immutable linked list of earlier positions, latest first. Lines of play
// share their common part.
struct PositionHistory {
  PositionHistory(std::shared_ptr<const ErasedState> s, std::uint64_t k, Side a,
                  std::shared_ptr<const PositionHistory> p)
      : state(std::move(s)), key(k), actor(a), previous(std::move(p)) {}
  // Iterative: a long game must not overflow the stack.
  ~PositionHistory() {
    auto next = std::move(previous);
    while (next && next.use_count() == 1) {
      auto earlier = std::move(next->previous);
      next = std::move(earlier);
    }
  }
  PositionHistory(const PositionHistory&) = delete;
  PositionHistory& operator=(const PositionHistory&) = delete;

  std::shared_ptr<const ErasedState> state;
  std::uint64_t key;
  Side actor;  // the side that acted in this position
  mutable std::shared_ptr<const PositionHistory> previous;
};

// How often a position occurred in a history.
inline int occurrences(const PositionHistory* history, std::uint64_t key) {
  int count = 0;
  for (; history != nullptr; history = history->previous.get()) count += history->key == key;
  return count;
}

}  // namespace kibitz
