// What came before a position, in games where positions may come back.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/types.hpp"

namespace kibitz {

class StateBox;

// What it means that a position comes back; counts say how often it has been on
// the board, this time included, and 0 is never.
struct Repetition {
  int claim = 0;           // a draw may be claimed
  int draw = 0;            // the game is drawn
  int loss = 0;            // whoever brought it about loses
  bool forbidden = false;  // a move that brings it about is not allowed

  bool any() const { return claim > 0 || draw > 0 || loss > 0 || forbidden; }
};

// One position before, and those before it. Never changes, so that positions of
// different lines share what they have in common.
struct Past {
  Past(std::shared_ptr<const StateBox> s, std::uint64_t k, Side a, std::shared_ptr<const Past> b)
      : state(std::move(s)), key(k), actor(a), before(std::move(b)) {}
  // One after the other: a long game must not overflow the stack.
  ~Past() {
    auto next = std::move(before);
    while (next && next.use_count() == 1) {
      auto further = std::move(next->before);
      next = std::move(further);
    }
  }
  Past(const Past&) = delete;
  Past& operator=(const Past&) = delete;

  std::shared_ptr<const StateBox> state;
  std::uint64_t key;
  Side actor;  // who acted there
  mutable std::shared_ptr<const Past> before;
};

// How often a position was on the board before.
inline int times(const Past* past, std::uint64_t key) {
  int count = 0;
  for (; past != nullptr; past = past->before.get()) count += past->key == key;
  return count;
}

}  // namespace kibitz
