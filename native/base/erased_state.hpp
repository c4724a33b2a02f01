// Type-erased states.
#pragma once

#include <memory>
#include <utility>

#include "base/identity.hpp"
#include "base/position_history.hpp"

namespace kibitz {

// An immutable state as Python holds it. Public entrances compare its identity with that of the rules, so that
// `TypedState::unwrap` is safe.
class ErasedState {
 public:
  explicit ErasedState(const Identity* identity) : identity_(identity) {}
  virtual ~ErasedState() = default;

  const Identity* identity() const { return identity_; }

  // Null in games without a rule of repetition, or if the history is unknown.
  const PositionHistory* history() const { return history_.get(); }
  const std::shared_ptr<const PositionHistory>& shared_history() const { return history_; }
  void set_history(std::shared_ptr<const PositionHistory> history) { history_ = std::move(history); }

 protected:
  ErasedState(const ErasedState&) = default;
  ErasedState& operator=(const ErasedState&) = default;

 private:
  const Identity* identity_;
  std::shared_ptr<const PositionHistory> history_;
};

template <class G>
struct TypedState final : ErasedState {
  TypedState(const Identity* identity, typename G::State s) : ErasedState(identity), state(std::move(s)) {}

  static const typename G::State& unwrap(const ErasedState& s) { return static_cast<const TypedState&>(s).state; }
  static typename G::State& unwrap(ErasedState& s) { return static_cast<TypedState&>(s).state; }

  typename G::State state;
};

// Calls `visit` with a type-erased state, as tables take it.
template <class G, class Visit>
auto with_erased(const typename G::State& state, Visit visit) {
  if constexpr (requires { state.erased(); })
    return visit(state.erased());
  else
    return visit(TypedState<G>(nullptr, state));
}

}  // namespace kibitz
