// In a separate source for its own inlining limits (options.cmake).
#include "games/ewn/shallow_search.hpp"

#include "base/tablebase.hpp"
#include "games/ewn/rules.hpp"
#include "games/ewn/step_search.hpp"

namespace kibitz {

Ewn::ShallowSearch::ShallowSearch(const Ewn& game, bool uses_cache) {
  const auto key = [&](std::size_t side, std::size_t stone, std::size_t cell) {
    return game.stone_key(static_cast<Side>(side), static_cast<int>(stone) + 1, static_cast<int>(cell));
  };
  if (game.network_ != nullptr)
    learned_ = std::make_unique<EwnStepSearch<EwnNetwork>>(*game.network_, game.squares_, uses_cache, key);
  else if (game.race_ != nullptr)
    race_ = std::make_unique<EwnStepSearch<EwnRace>>(*game.race_, game.squares_, uses_cache, key);
  else if (game.size_ <= kOriginalSize)
    small_ = std::make_unique<EwnShallowSearch<kOriginalSize + 1>>(game.squares_, game.size_, uses_cache, key);
  else
    large_ = std::make_unique<EwnShallowSearch<kMaxSize + 1>>(game.squares_, game.size_, uses_cache, key);
}

Ewn::ShallowSearch::ShallowSearch(ShallowSearch&&) noexcept = default;
Ewn::ShallowSearch::~ShallowSearch() = default;

ShallowResult Ewn::ShallowSearch::search(const State& s, int decisions, double enough) {
  if (learned_ != nullptr) return learned_->search(s, decisions, enough);
  if (race_ != nullptr) return race_->search(s, decisions, enough);
  return small_ != nullptr ? small_->search(s, decisions, enough) : large_->search(s, decisions, enough);
}

bool Ewn::ShallowSearch::set_tablebase(const Tablebase* known) {
  const auto* knowledge = dynamic_cast<const EwnEndgameProbe*>(known);
  if (learned_ != nullptr) learned_->set_tablebase(knowledge);
  if (race_ != nullptr) race_->set_tablebase(knowledge);
  return knowledge != nullptr && (learned_ != nullptr || race_ != nullptr);
}

}  // namespace kibitz
