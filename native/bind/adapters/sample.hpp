// Playouts compiled for a game.
#pragma once

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/sample.hpp"
#include "search/mcts/game_board.hpp"

namespace kibitz {

template <Game G>
class SampleOf final : public Sample {
 public:
  explicit SampleOf(const RulesWith<G>& rules) : game_(rules.game()) {}

  std::unique_ptr<SampleBoard> board(const ErasedState& root, const Options& game_options,
                                     const Tablebase* known) const override {
    const auto& state = TypedState<G>::unwrap(root);
    if (game_options.empty())  // no one's to free
      return std::make_unique<BoardOf<G>>(std::shared_ptr<const G>(std::shared_ptr<void>(), &game_), state, known);
    if constexpr (HasSearchOptions<G>)
      return std::make_unique<BoardOf<G>>(std::make_shared<const G>(game_.with_options(game_options)), state, known);
    throw RulesError("searches of this game have no option called '" + game_options.begin()->first + "'");
  }

 private:
  const G& game_;
};

template <class Package>
std::unique_ptr<const Sample> make_sample(const Rules& rules) {
  return make_face<Sample, SampleOf>(rules, typename Package::Hot{});
}

}  // namespace kibitz
