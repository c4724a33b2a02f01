// Selective search compiled for a game.
#pragma once

#include <algorithm>

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/selective.hpp"
#include "search/selective/engine.hpp"

namespace kibitz {

template <Game G>
class SelectiveEngineOf final : public selective::EngineInterface {
 public:
  SelectiveEngineOf(const Identity* identity, const G& game, std::uint64_t tt_bytes, int threads)
      : EngineInterface(identity), engine_(tactics_of(game), tt_bytes, threads) {}

  void resize_tt(std::uint64_t bytes) override { engine_.resize_tt(bytes); }
  void set_threads(int threads) override { engine_.set_threads(threads); }
  void clear() override { engine_.clear(); }
  void ponder_hit() override { engine_.ponder_hit(); }
  int evaluate(const ErasedState& state) override { return engine_.evaluate(TypedState<G>::unwrap(state)); }
  selective::SearchInfo search(const ErasedState& state, const selective::SearchLimits& given, Control& control,
                               const selective::InfoListener& on_info) override {
    selective::SearchLimits limits = given;
    for (const auto* history = state.history(); history != nullptr; history = history->previous.get())
      limits.earlier.push_back(history->key);
    std::reverse(limits.earlier.begin(), limits.earlier.end());
    return engine_.search(TypedState<G>::unwrap(state), limits, control, on_info);
  }

 private:
  selective::Engine<decltype(tactics_of(std::declval<const G&>()))> engine_;
};

template <Game G>
  requires HasTactics<G>
class SelectiveOf final : public Selective {
 public:
  explicit SelectiveOf(const RulesWith<G>& rules) : identity_(rules.identity()), game_(rules.game()) {}

  std::unique_ptr<selective::EngineInterface> engine(std::uint64_t tt_bytes, int threads) const override {
    return std::make_unique<SelectiveEngineOf<G>>(identity_, game_, tt_bytes, threads);
  }

 private:
  const Identity* identity_;
  const G& game_;
};

template <class Package>
std::unique_ptr<const Selective> make_selective(const Rules& rules) {
  return make_interface<Selective, SelectiveOf>(rules, typename Package::Games{});
}

}  // namespace kibitz
