// Gumbel root selection: sequential halving of moves sampled without replacement (Danihelka, Guez, Schrittwieser,
// Silver 2022). It improves on the network's policy even with few playouts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "search/mcts/tree.hpp"

namespace kibitz {

class GumbelRoot {
 public:
  // Considers at most `considered` moves; their priors are the weights of the root's children.
  GumbelRoot(const MctsTree& tree, std::uint64_t playouts, std::size_t considered, Random& random)
      : tree_(tree), playouts_(playouts) {
    for (const auto& child : tree.children(tree.root())) {
      const double noise = -std::log(-std::log(std::max(random.unit(), 1e-300)) + 1e-300);
      scores_.push_back(noise + std::log(std::max(static_cast<double>(child.weight), 1e-12)));
    }
    candidates_.resize(scores_.size());
    std::iota(candidates_.begin(), candidates_.end(), std::size_t{0});
    std::sort(candidates_.begin(), candidates_.end(),
              [&](std::size_t a, std::size_t b) { return scores_[a] > scores_[b]; });
    candidates_.resize(
        std::max<std::size_t>(1, std::min({candidates_.size(), considered, static_cast<std::size_t>(playouts)})));
    for (std::size_t moves = candidates_.size(); moves > 1; moves = (moves + 1) / 2) ++rounds_;
    begin_round();
  }

  // The index of the child to visit next.
  std::size_t next() {
    if (visits_done_ == candidates_.size() * visits_each_ && candidates_.size() > 1) {
      sort();
      candidates_.resize((candidates_.size() + 1) / 2);
      begin_round();
    }
    return candidates_[visits_done_++ % candidates_.size()];
  }

  // The index of the child to play.
  std::size_t best() {
    sort();
    return candidates_.front();
  }

 private:
  void begin_round() {
    visits_done_ = 0;
    const auto rounds = std::max<std::uint64_t>(1, rounds_);
    visits_each_ = std::max<std::size_t>(1, static_cast<std::size_t>(playouts_ / (rounds * candidates_.size())));
  }

  void sort() {
    const auto children = tree_.children(tree_.root());
    const double sign = tree_.root().turn == Side::first ? 1 : -1;
    std::uint32_t most = 0;
    for (const auto& child : children) most = std::max(most, tree_.visits(child));
    const auto score = [&](std::size_t place) {
      const double value = sign * tree_.value(children[place]);
      return scores_[place] + (50.0 + most) * (value + 1) / 2;
    };
    std::sort(candidates_.begin(), candidates_.end(),
              [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  }

  const MctsTree& tree_;
  std::uint64_t playouts_, rounds_ = 0;
  std::vector<double> scores_;
  std::vector<std::size_t> candidates_;
  std::size_t visits_done_ = 0, visits_each_ = 1;
};

}  // namespace kibitz
