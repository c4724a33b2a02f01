// Statistics of a table by perfect index: positions by tier, results of ended ones,
// and values with best play. All symmetric images are counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/tablebase.hpp"
#include "solve/dense.hpp"

namespace kibitz {

// The counts of one tier.
struct TierCounts {
  std::uint64_t positions = 0;
  std::uint64_t classes = 0;               // positions up to symmetry
  std::array<std::uint64_t, 3> ended{};    // first player won, second player won, drawn
  std::array<std::uint64_t, 3> results{};  // loss, draw, win for the mover with best play
};

template <Indexable G>
class TierCounter {
 public:
  TierCounter(const G& game, const Tablebase& table, Control& control)
      : game_(game), table_(table), control_(control) {}

  std::vector<TierCounts> count() {
    control_.begin(index_size(game_));
    std::vector<TierCounts> out(static_cast<std::size_t>(game_.tiers()));
    for (int tier = 0; tier < game_.tiers(); ++tier)
      for (std::uint64_t index = 0; index < game_.tier_size(tier); ++index) {
        control_.poll();
        // An image of a position may have an unused index of its own.
        const auto state = game_.at(tier, index);
        if (game_.index(state) == index) add(state, index, out[static_cast<std::size_t>(tier)]);
      }
    return out;
  }

 private:
  void add(const typename G::State& state, std::uint64_t index, TierCounts& counts) const {
    const auto value = with_erased<G>(state, [&](const ErasedState& s) { return table_.probe(s); });
    if (!value) return;
    const auto images = distinct_images(state, index);
    if (images == 0) return;
    counts.positions += images;
    counts.classes += 1;
    if (const Result result = game_.result(state); result != Result::ongoing)
      counts.ended[static_cast<std::size_t>(result) - 1] += images;
    counts.results[static_cast<std::size_t>(value->kind)] += images;
  }

  // The number of distinct symmetric images; 0 unless this one has the smallest
  // index of its class.
  std::uint64_t distinct_images(const typename G::State& state, [[maybe_unused]] std::uint64_t index) const {
    if constexpr (Symmetric<G>) {
      std::vector<std::uint64_t> keys;
      for (int symmetry = 0; symmetry < game_.symmetries(); ++symmetry) {
        const auto image = game_.transform(state, symmetry);
        if (game_.index(image) < index) return 0;
        keys.push_back(game_.key(image));
      }
      std::sort(keys.begin(), keys.end());
      return static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
    } else {
      return 1;
    }
  }

  const G& game_;
  const Tablebase& table_;
  Control& control_;
};

}  // namespace kibitz
