// Which move at the root is tried next, by sequential halving of moves drawn without
// replacement (Danihelka, Guez, Schrittwieser, Silver 2022): with few playouts it
// is still better than what the network alone would choose.
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
  // At most so many moves are tried; the root's children say how likely each is to be best.
  GumbelRoot(const SampleTree& tree, std::uint64_t playouts, std::size_t considered, Random& random)
      : tree_(tree), playouts_(playouts) {
    for (const auto& child : tree.children(tree.root())) {
      const double noise = -std::log(-std::log(std::max(random.unit(), 1e-300)) + 1e-300);
      scores_.push_back(noise + std::log(std::max(static_cast<double>(child.weight), 1e-12)));
    }
    left_.resize(scores_.size());
    std::iota(left_.begin(), left_.end(), std::size_t{0});
    std::sort(left_.begin(), left_.end(), [&](std::size_t a, std::size_t b) { return scores_[a] > scores_[b]; });
    left_.resize(std::max<std::size_t>(1, std::min({left_.size(), considered, static_cast<std::size_t>(playouts)})));
    for (std::size_t moves = left_.size(); moves > 1; moves = (moves + 1) / 2) ++rounds_;
    begin_round();
  }

  // The place of the child to try.
  std::size_t next() {
    if (tried_ == left_.size() * each_ && left_.size() > 1) {
      sort();
      left_.resize((left_.size() + 1) / 2);
      begin_round();
    }
    return left_[tried_++ % left_.size()];
  }

  // The place of the child to play.
  std::size_t best() {
    sort();
    return left_.front();
  }

 private:
  void begin_round() {
    tried_ = 0;
    const auto rounds = std::max<std::uint64_t>(1, rounds_);
    each_ = std::max<std::size_t>(1, static_cast<std::size_t>(playouts_ / (rounds * left_.size())));
  }

  void sort() {
    const auto children = tree_.children(tree_.root());
    const double sign = tree_.root().turn == Side::first ? 1 : -1;
    std::uint32_t most = 0;
    for (const auto& child : children) most = std::max(most, tree_.visits(child));
    const auto worth = [&](std::size_t place) {
      const double value = sign * tree_.value(children[place]);
      return scores_[place] + (50.0 + most) * (value + 1) / 2;
    };
    std::sort(left_.begin(), left_.end(), [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
  }

  const SampleTree& tree_;
  std::uint64_t playouts_, rounds_ = 0;
  std::vector<double> scores_;
  std::vector<std::size_t> left_;
  std::size_t tried_ = 0, each_ = 1;
};

}  // namespace kibitz
