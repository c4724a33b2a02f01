// Solving by tiers compiled for a game with an index.
#pragma once

#include "bind/adapters/adapter.hpp"
#include "bind/interfaces/tiers.hpp"
#include "solve/dense_table.hpp"
#include "solve/tiers.hpp"

namespace kibitz {

template <Game G>
  requires(Indexable<G> && !ChanceGame<G>)
class TiersOf final : public Tiers {
 public:
  explicit TiersOf(const RulesWith<G>& rules) : identity_(rules.identity()), game_(rules.game()) {}

  std::uint64_t size() const override { return index_size(game_); }
  int tiers() const override { return game_.tiers(); }
  std::uint64_t tier_size(int tier) const override { return game_.tier_size(tier); }
  Rules::StatePtr at(int tier, std::uint64_t index) const override {
    const auto state = game_.at(tier, index);
    if (game_.index(state) != index) return nullptr;
    if constexpr (Symmetric<G> && !kIndexIsSymmetric<G>)
      for (int symmetry = 1; symmetry < game_.symmetries(); ++symmetry)
        if (game_.index(game_.transform(state, symmetry)) < index) return nullptr;
    return std::make_unique<TypedState<G>>(identity_, state);
  }
  // A game has fewer plies than tiers, and a rank must hold them.
  bool fits() const { return game_.tiers() > 0 && game_.tiers() - 1 <= Rank::most_plies; }
  std::unique_ptr<TierRun> run(int threads, [[maybe_unused]] bool one_by_one) const override {
    if constexpr (HasFastTierSolver<G>)
      if (!one_by_one) return std::make_unique<typename FastTierSolver<G>::Run>(identity_, game_);
    return std::make_unique<TierSolver<G>>(identity_, game_, threads);
  }
  std::unique_ptr<Tablebase> open(ByteSpan palettes, const Payload& payload, std::uint64_t begin,
                                  std::uint64_t length) const override {
    return std::make_unique<DenseTablebase<G>>(identity_, game_, palettes, payload, begin, length);
  }
  std::vector<TierCounts> count_tiers(const Tablebase& probe, Control& control) const override {
    return TierCounter<G>(game_, probe, control).count();
  }

 private:
  const Identity* identity_;
  const G& game_;
};

template <class Package>
std::unique_ptr<const Tiers> make_tiers(const Rules& rules) {
  return make_interface<Tiers, TiersOf>(rules, typename Package::Games{});
}

}  // namespace kibitz
