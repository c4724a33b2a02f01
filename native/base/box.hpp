// A state whose type only its own game knows.
#pragma once

#include <memory>
#include <utility>

#include "base/identity.hpp"
#include "base/position_history.hpp"

namespace kibitz {

// As Python holds it; never changes there. Whoever lets a box in compares its
// identity with that of the rules; from then on its type is known.
class StateBox {
 public:
  explicit StateBox(const Identity* identity) : identity_(identity) {}
  virtual ~StateBox() = default;

  const Identity* identity() const { return identity_; }

  // Nothing where no position comes back, or nobody said what came before.
  const Past* past() const { return past_.get(); }
  const std::shared_ptr<const Past>& shared_past() const { return past_; }
  void set_past(std::shared_ptr<const Past> past) { past_ = std::move(past); }

 protected:
  StateBox(const StateBox&) = default;
  StateBox& operator=(const StateBox&) = default;

 private:
  const Identity* identity_;
  std::shared_ptr<const Past> past_;
};

template <class G>
struct Boxed final : StateBox {
  Boxed(const Identity* identity, typename G::State s) : StateBox(identity), state(std::move(s)) {}

  static const typename G::State& open(const StateBox& box) { return static_cast<const Boxed&>(box).state; }
  static typename G::State& open(StateBox& box) { return static_cast<Boxed&>(box).state; }

  typename G::State state;
};

// Shows a state as tables want to see it.
template <class G, class Visit>
auto with_box(const typename G::State& state, Visit visit) {
  if constexpr (requires { state.box(); })
    return visit(state.box());
  else
    return visit(Boxed<G>(nullptr, state));
}

}  // namespace kibitz
