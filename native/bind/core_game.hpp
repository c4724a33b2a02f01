// A game as Python holds it: its rules and its other interfaces. Objects from Python are checked here.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "bind/generic.hpp"
#include "bind/interfaces/count.hpp"
#include "bind/interfaces/endgames.hpp"
#include "bind/interfaces/mcts.hpp"
#include "bind/interfaces/rules.hpp"
#include "bind/interfaces/search.hpp"
#include "bind/interfaces/selective.hpp"
#include "bind/interfaces/tiers.hpp"

namespace kibitz {

class CoreGame {
 public:
  CoreGame(std::unique_ptr<const Rules> rules, std::unique_ptr<const Search> search, std::unique_ptr<const Count> count,
           std::unique_ptr<const Tiers> tiers, std::unique_ptr<const Endgames> endgames,
           std::unique_ptr<const Selective> selective, std::unique_ptr<const Mcts> mcts, const Repetition& repetition)
      : rules_(std::move(rules)),
        search_(search ? std::move(search) : generic_search(*rules_)),
        count_(count ? std::move(count) : generic_count(*rules_)),
        tiers_(std::move(tiers)),
        endgames_(std::move(endgames)),
        selective_(std::move(selective)),
        mcts_(mcts ? std::move(mcts) : generic_mcts(*rules_)),
        repetition_(repetition) {}

  const Rules& rules() const { return *rules_; }
  const Identity* identity() const { return rules_->identity(); }
  const Search& search() const { return *search_; }
  const Count& count() const { return *count_; }
  const Mcts& mcts() const { return *mcts_; }
  // Null if the game has none...
  const Tiers* tiers() const { return tiers_.get(); }
  const Endgames* endgames() const { return endgames_.get(); }
  const Selective* selective() const { return selective_.get(); }
  // ... or throw RulesError.
  const Tiers& require_tiers() const {
    if (!tiers_) throw RulesError("this game has no index of its positions");
    return *tiers_;
  }
  const Endgames& require_endgames() const {
    if (!endgames_) throw RulesError("this game has no endgame tables");
    return *endgames_;
  }

  // The rule of repetition.
  const Repetition& repetition() const { return repetition_; }

  // Check that an object belongs to these rules.
  const ErasedState& own(const ErasedState& state) const {
    expect_same(identity(), state.identity(), "position");
    return state;
  }
  const Tablebase& own(const Tablebase& probe) const {
    expect_same(identity(), probe.identity(), "table");
    return probe;
  }

 private:
  std::unique_ptr<const Rules> rules_;
  std::unique_ptr<const Search> search_;
  std::unique_ptr<const Count> count_;
  std::unique_ptr<const Tiers> tiers_;
  std::unique_ptr<const Endgames> endgames_;
  std::unique_ptr<const Selective> selective_;
  std::unique_ptr<const Mcts> mcts_;
  Repetition repetition_;
};

// Makes a built-in game with its options; CMake generates the list.
std::unique_ptr<const CoreGame> make_core_game(const std::string& family, const Options& options,
                                               const Repetition& repetition);

}  // namespace kibitz
