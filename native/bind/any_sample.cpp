// Playouts of any game: large boards, games in Python, evaluations of one's own.
#include "bind/any.hpp"
#include "bind/any_game.hpp"
#include "search/sampling/board_of.hpp"

namespace kibitz {
namespace {

// A game and what it rests on.
template <bool HasChance>
struct Held {
  Held(const Rules& rules, std::unique_ptr<const Rules> t, const Judge* judge)
      : tuned(std::move(t)), game(tuned ? *tuned : rules, judge) {}
  std::unique_ptr<const Rules> tuned;
  AnyGame<HasChance> game;
};

template <bool HasChance>
std::unique_ptr<SampleBoard> made(const Rules& rules, std::unique_ptr<const Rules> tuned, const StateBox& root,
                                  const Probe* known, const Judge* judge) {
  const auto held = std::make_shared<const Held<HasChance>>(rules, std::move(tuned), judge);
  const std::shared_ptr<const AnyGame<HasChance>> game(held, &held->game);
  return std::make_unique<BoardOf<AnyGame<HasChance>>>(game, game->state(root), known);
}

class AnySample final : public Sample {
 public:
  explicit AnySample(const Rules& rules) : rules_(rules) {}
  std::unique_ptr<SampleBoard> board(const StateBox& root, const Options& game_options,
                                     const Probe* known) const override {
    return any_board(rules_, root, game_options, known, nullptr);
  }

 private:
  const Rules& rules_;
};

}  // namespace

std::unique_ptr<SampleBoard> any_board(const Rules& rules, const StateBox& root, const Options& game_options,
                                       const Probe* known, const Judge* judge) {
  std::unique_ptr<const Rules> tuned;
  if (!game_options.empty()) tuned = rules.with_options(game_options);
  return rules.has_chance() ? made<true>(rules, std::move(tuned), root, known, judge)
                            : made<false>(rules, std::move(tuned), root, known, judge);
}

std::unique_ptr<const Sample> any_sample(const Rules& rules) { return std::make_unique<const AnySample>(rules); }

}  // namespace kibitz
