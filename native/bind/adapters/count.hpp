// Perft and playouts compiled for a game.
#pragma once

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/count.hpp"

namespace kibitz {

template <Game G>
class CountOf final : public Count {
 public:
  explicit CountOf(const RulesWith<G>& rules) : game_(rules.game()) {}

  std::uint64_t perft(const ErasedState& s, int depth, Control& control) const override {
    auto state = TypedState<G>::unwrap(s);
    MoveList pool;
    return kibitz::perft(game_, state, depth, pool, control);
  }
  PlayoutCounts play_out(const ErasedState& s, std::uint64_t games, std::uint64_t seed,
                         Control& control) const override {
    return kibitz::play_out(game_, TypedState<G>::unwrap(s), games, seed, control);
  }

 private:
  const G& game_;
};

template <class Package>
std::unique_ptr<const Count> make_count(const Rules& rules) {
  return make_interface<Count, CountOf>(rules, typename Package::Specialized{});
}

}  // namespace kibitz
