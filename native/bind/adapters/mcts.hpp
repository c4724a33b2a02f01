// Monte Carlo tree search compiled for a game.
#pragma once

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/mcts.hpp"
#include "search/mcts/game_board.hpp"

namespace kibitz {

template <Game G>
class MctsOf final : public Mcts {
 public:
  explicit MctsOf(const RulesWith<G>& rules) : game_(rules.game()) {}

  std::unique_ptr<MctsBoard> board(const ErasedState& root, const Options& game_options,
                                   const Tablebase* tablebase) const override {
    const auto& state = TypedState<G>::unwrap(root);
    if (game_options.empty())  // without ownership
      return std::make_unique<GameBoard<G>>(std::shared_ptr<const G>(std::shared_ptr<void>(), &game_), state,
                                            tablebase);
    if constexpr (HasSearchOptions<G>)
      return std::make_unique<GameBoard<G>>(std::make_shared<const G>(game_.with_options(game_options)), state,
                                            tablebase);
    throw RulesError("searches of this game have no option called '" + game_options.begin()->first + "'");
  }

 private:
  const G& game_;
};

template <class Package>
std::unique_ptr<const Mcts> make_mcts(const Rules& rules) {
  return make_interface<Mcts, MctsOf>(rules, typename Package::Specialized{});
}

}  // namespace kibitz
