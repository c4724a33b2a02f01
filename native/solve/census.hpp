// Counts what a dense table holds: positions by tier, how they ended, and who
// wins them with best play. Positions alike by symmetry count each.
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

// Of one tier.
struct Census {
  std::uint64_t positions = 0;
  std::uint64_t classes = 0;               // up to symmetry
  std::array<std::uint64_t, 3> ended{};    // won by the first player, by the second, drawn
  std::array<std::uint64_t, 3> results{};  // lost, drawn, won for the mover with best play; ended ones too
};

template <Indexable G>
class CensusTaker {
 public:
  CensusTaker(const G& game, const Tablebase& probe, Control& control)
      : game_(game), probe_(probe), control_(control) {}

  std::vector<Census> take() {
    control_.begin(index_size(game_));
    std::vector<Census> out(static_cast<std::size_t>(game_.tiers()));
    for (int tier = 0; tier < game_.tiers(); ++tier)
      for (std::uint64_t place = 0; place < game_.tier_size(tier); ++place) {
        control_.poll();
        // An image of a position may have a place of its own that is not used.
        const auto state = game_.at(tier, place);
        if (game_.index(state) == place) count(state, place, out[static_cast<std::size_t>(tier)]);
      }
    return out;
  }

 private:
  void count(const typename G::State& state, std::uint64_t place, Census& census) const {
    const auto value = with_erased<G>(state, [&](const ErasedState& box) { return probe_.probe(box); });
    if (!value) return;
    const auto images = distinct_images(state, place);
    if (images == 0) return;
    census.positions += images;
    census.classes += 1;
    if (const Result result = game_.result(state); result != Result::ongoing)
      census.ended[static_cast<std::size_t>(result) - 1] += images;
    census.results[static_cast<std::size_t>(value->kind)] += images;
  }

  // How many positions are alike by symmetry; 0 unless this one, in the first
  // place of them all, counts for them.
  std::uint64_t distinct_images(const typename G::State& state, [[maybe_unused]] std::uint64_t place) const {
    if constexpr (Symmetric<G>) {
      std::vector<std::uint64_t> keys;
      for (int symmetry = 0; symmetry < game_.symmetries(); ++symmetry) {
        const auto image = game_.transform(state, symmetry);
        if (game_.index(image) < place) return 0;
        keys.push_back(game_.key(image));
      }
      std::sort(keys.begin(), keys.end());
      return static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
    } else {
      return 1;
    }
  }

  const G& game_;
  const Tablebase& probe_;
  Control& control_;
};

}  // namespace kibitz
