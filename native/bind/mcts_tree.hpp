// A sampling search that remembers its tree from move to move, as Python holds it.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "bind/core_game.hpp"
#include "search/mcts/network.hpp"
#include "search/mcts/network_evaluator.hpp"
#include "search/mcts/search.hpp"

namespace kibitz {

// Positions of a game in Python as a network sees them: numbers, and the numbers of the moves in their order.
using Encoder = std::function<void(const ErasedState&, std::vector<float>&, std::vector<int>&)>;

// What a network says of positions of some rules. An encoder stands in where the rules can't encode.
class NetworkOracle final : public Oracle {
 public:
  // Throws RulesError where the network was made for boards of another shape.
  NetworkOracle(const Network& network, const Rules& rules, Encoder encoder);
  double judge(const SampleBoard& board, Prospects& prospects) const override;

 private:
  const Network& network_;
  const Rules& rules_;
  Encoder encoder_;
};

class Sampler {
 public:
  // The rules must outlive it.
  Sampler(const CoreGame& game, std::size_t bytes);

  const Identity* identity() const { return game_.identity(); }
  const CoreGame& game() const { return game_; }
  // The rules that its boards are of.
  const Rules& rules() const { return rules_; }

  // It is for one caller at a time, who sets this while it works.
  std::atomic<bool> in_use{false};

  void forget();
  SampleReport think(const ErasedState&, const SampleRequest&, Control&, const Tablebase* known, const Judge* judge);
  std::vector<SampledNode> tree(int depth, std::size_t most) const { return nodes_of(tree_, depth, most); }

 private:
  // Where the last tree has a position; 0 if it is not there, or nothing is known of it.
  std::uint32_t find(const ErasedState& wanted);
  std::uint32_t find_below(std::uint32_t node, ErasedState& at, const ErasedState& wanted, std::uint64_t key,
                           int depth);

  const CoreGame& game_;
  std::unique_ptr<const Rules> walked_;  // a memory of its own, for games in Python
  const Rules& rules_;
  SampleTree tree_;
  Rules::StatePtr root_;  // of the tree; null before the first search
  int patience_ = 0;
};

}  // namespace kibitz
