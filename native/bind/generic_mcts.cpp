// Playouts of any game: large boards, games in Python, evaluations of one's own.
#include "bind/generic.hpp"
#include "bind/generic_game.hpp"
#include "search/mcts/game_board.hpp"

namespace kibitz {
namespace {

// A game, with dice or without, and what it rests on.
struct Held {
  Held(const Rules& rules, std::unique_ptr<const Rules> t, const Judge* judge)
      : tuned(std::move(t)), game(tuned ? *tuned : rules, judge) {}
  std::unique_ptr<const Rules> tuned;
  GenericGame<true> game;
};

class AnySample final : public Sample {
 public:
  explicit AnySample(const Rules& rules) : rules_(rules) {}
  std::unique_ptr<SampleBoard> board(const ErasedState& root, const Options& game_options,
                                     const Tablebase* known) const override {
    return generic_board(rules_, root, game_options, known, nullptr);
  }

 private:
  const Rules& rules_;
};

}  // namespace

std::unique_ptr<SampleBoard> generic_board(const Rules& rules, const ErasedState& root, const Options& game_options,
                                           const Tablebase* known, const Judge* judge) {
  std::unique_ptr<const Rules> tuned;
  if (!game_options.empty()) tuned = rules.with_options(game_options);
  const auto held = std::make_shared<const Held>(rules, std::move(tuned), judge);
  const std::shared_ptr<const GenericGame<true>> game(held, &held->game);
  return std::make_unique<BoardOf<GenericGame<true>>>(game, game->state(root), known);
}

std::unique_ptr<const Sample> generic_sample(const Rules& rules) { return std::make_unique<const AnySample>(rules); }

}  // namespace kibitz
