// Monte Carlo tree search with its tree kept from move to move, as Python holds it.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "bind/core_game.hpp"
#include "search/mcts/network.hpp"
#include "search/mcts/network_evaluator.hpp"
#include "search/mcts/search.hpp"

namespace kibitz {

// Encodes a position of a game in Python: network inputs, and the index of each move.
using Encoder = std::function<void(const ErasedState&, std::vector<float>&, std::vector<int>&)>;

// Evaluates positions by a network. The encoder, if not empty, replaces that of the rules.
class RulesNetworkEvaluator final : public NetworkEvaluator {
 public:
  // Throws RulesError if the network has another shape than the rules.
  RulesNetworkEvaluator(const Network& network, const Rules& rules, Encoder encoder);
  double evaluate(const MctsBoard& board, NodeMoves& node_moves) const override;

 private:
  const Network& network_;
  const Rules& rules_;
  Encoder encoder_;
};

class MctsEngine {
 public:
  // The rules must outlive it.
  MctsEngine(const CoreGame& game, std::size_t bytes);

  const Identity* identity() const { return game_.identity(); }
  const CoreGame& game() const { return game_; }
  // The rules of its boards.
  const Rules& rules() const { return rules_; }

  // Set by the caller while it works: one at a time.
  std::atomic<bool> in_use{false};

  void clear();
  MctsReport search(const ErasedState&, const MctsRequest&, Control&, const Tablebase* tablebase,
                    const EvaluationFunction* evaluation_function);
  std::vector<MctsTreeNode> tree(int depth, std::size_t max_nodes) const { return nodes_of(tree_, depth, max_nodes); }

 private:
  // The expanded node of a position in the last tree; 0 if there is none.
  std::uint32_t find(const ErasedState& wanted);
  std::uint32_t find_below(std::uint32_t node, ErasedState& at, const ErasedState& wanted, std::uint64_t key,
                           int depth);

  const CoreGame& game_;
  std::unique_ptr<const Rules> cached_rules_;  // with a cache, for games in Python
  const Rules& rules_;
  MctsTree tree_;
  Rules::StatePtr root_;  // of the tree; null before the first search
  int reuse_nodes_left_ = 0;
};

}  // namespace kibitz
