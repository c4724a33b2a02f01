// MCTS boards of any game: large boards, games in Python, custom evaluations.
#include "bind/generic.hpp"
#include "bind/generic_game.hpp"
#include "search/mcts/game_board.hpp"

namespace kibitz {
namespace {

// A game with the rules that it refers to.
struct OwnedGame {
  OwnedGame(const Rules& rules, std::unique_ptr<const Rules> t, const EvaluationFunction* evaluation_function)
      : configured(std::move(t)), game(configured ? *configured : rules, evaluation_function) {}
  std::unique_ptr<const Rules> configured;
  GenericGame<true> game;
};

class GenericMcts final : public Mcts {
 public:
  explicit GenericMcts(const Rules& rules) : rules_(rules) {}
  std::unique_ptr<MctsBoard> board(const ErasedState& root, const Options& game_options,
                                   const Tablebase* tablebase) const override {
    return generic_board(rules_, root, game_options, tablebase, nullptr);
  }

 private:
  const Rules& rules_;
};

}  // namespace

std::unique_ptr<MctsBoard> generic_board(const Rules& rules, const ErasedState& root, const Options& game_options,
                                         const Tablebase* tablebase, const EvaluationFunction* evaluation_function) {
  std::unique_ptr<const Rules> configured;
  if (!game_options.empty()) configured = rules.with_options(game_options);
  const auto held = std::make_shared<const OwnedGame>(rules, std::move(configured), evaluation_function);
  const std::shared_ptr<const GenericGame<true>> game(held, &held->game);
  return std::make_unique<GameBoard<GenericGame<true>>>(game, game->state(root), tablebase);
}

std::unique_ptr<const Mcts> generic_mcts(const Rules& rules) { return std::make_unique<const GenericMcts>(rules); }

}  // namespace kibitz
