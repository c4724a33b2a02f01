// The selective search of a game that has one.
#pragma once

#include <algorithm>

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/selective.hpp"
#include "search/selective/engine.hpp"

namespace kibitz {

template <Game G>
class ThinkerOf final : public Thinker {
 public:
  ThinkerOf(const Identity* identity, const G& game, std::uint64_t table_bytes, int threads)
      : Thinker(identity), engine_(tactics_of(game), table_bytes, threads) {}

  void set_table(std::uint64_t bytes) override { engine_.set_table(bytes); }
  void set_threads(int threads) override { engine_.set_threads(threads); }
  void forget() override { engine_.forget(); }
  void ponder_hit() override { engine_.ponder_hit(); }
  int judge(const ErasedState& state) override { return engine_.judge(TypedState<G>::unwrap(state)); }
  Thought think(const ErasedState& state, const ThinkRequest& request, Control& control,
                const ThoughtListener& hear) override {
    ThinkRequest asked = request;
    for (const auto* history = state.history(); history != nullptr; history = history->previous.get())
      asked.earlier.push_back(history->key);
    std::reverse(asked.earlier.begin(), asked.earlier.end());
    return engine_.think(TypedState<G>::unwrap(state), asked, control, hear);
  }

 private:
  SelectiveEngine<decltype(tactics_of(std::declval<const G&>()))> engine_;
};

template <Game G>
  requires HasTactics<G>
class SelectiveOf final : public Selective {
 public:
  explicit SelectiveOf(const RulesWith<G>& rules) : identity_(rules.identity()), game_(rules.game()) {}

  std::unique_ptr<Thinker> thinker(std::uint64_t table_bytes, int threads) const override {
    return std::make_unique<ThinkerOf<G>>(identity_, game_, table_bytes, threads);
  }

 private:
  const Identity* identity_;
  const G& game_;
};

template <class Package>
std::unique_ptr<const Selective> make_selective(const Rules& rules) {
  return make_face<Selective, SelectiveOf>(rules, typename Package::Games{});
}

}  // namespace kibitz
