#include "bind/mcts_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bind/generic.hpp"

namespace kibitz {
namespace {

// Cached positions of a game in Python: about 200 MB.
constexpr std::size_t kCachedPositions = 400'000;
// Limits of the search for the new root in the last tree.
constexpr int kMaxReuseDepth = 8;
constexpr int kMaxReuseNodes = 50'000;

}  // namespace

MctsEngine::MctsEngine(const CoreGame& game, std::size_t bytes)
    : game_(game),
      cached_rules_(game.rules().with_cache(kCachedPositions)),
      rules_(cached_rules_ ? *cached_rules_ : game.rules()),
      tree_(bytes) {}

RulesNetworkEvaluator::RulesNetworkEvaluator(const Network& network, const Rules& rules, Encoder encoder)
    : network_(network), rules_(rules), encoder_(std::move(encoder)) {
  if (encoder_) return;
  if (static_cast<std::size_t>(network.shape().inputs) != rules.planes().size() ||
      network.shape().actions != rules.actions())
    throw RulesError("this network was made for another board or other moves");
}

double RulesNetworkEvaluator::evaluate(const MctsBoard& board, NodeMoves& node_moves) const {
  thread_local std::vector<float> planes, logits;
  thread_local std::vector<int> actions;
  double value = 0;
  board.with_state([&](const ErasedState& state) {
    planes.assign(static_cast<std::size_t>(network_.shape().inputs), 0.0f);
    actions.clear();
    if (encoder_) {
      encoder_(state, planes, actions);
      if (actions.size() != node_moves.moves.size())
        throw RulesError("a position has another number of moves than its encoding");
    } else {
      rules_.encode(state, planes.data());
      for (const auto& each : node_moves.moves) actions.push_back(rules_.action(state, each.move));
    }
    logits.resize(static_cast<std::size_t>(network_.shape().actions));
    value = static_cast<double>(network_.evaluate(planes.data(), logits.data()));
    if (rules_.mover(state) != Side::first) value = -value;
  });
  float most = -1e30f, sum = 0;
  for (const int action : actions) most = std::max(most, logits[static_cast<std::size_t>(action)]);
  for (std::size_t i = 0; i < node_moves.moves.size(); ++i)
    sum += node_moves.moves[i].weight = std::exp(logits[static_cast<std::size_t>(actions[i])] - most);
  for (auto& each : node_moves.moves) each.weight /= sum;
  return value;
}

void MctsEngine::clear() {
  tree_.clear();
  root_.reset();
}

MctsReport MctsEngine::search(const ErasedState& state, const MctsRequest& request, Control& control,
                              const Tablebase* tablebase, const EvaluationFunction* evaluation_function) {
  if (game_.rules().result(state) != Result::ongoing) throw RulesError("the game is over; there is nothing to search");
  if (game_.rules().turn(state) == Side::chance) throw RulesError("the dice decide here; roll them before searching");
  auto root = rules_.import_state(state);
  const auto kept = request.reuse && root_ ? find(*root) : 0;
  root_.reset();
  if (kept != 0)
    tree_.keep(kept);
  else
    tree_.clear();
  EarlierKeys earlier;
  if (request.repetition.any())
    for (const auto* history = state.history(); history != nullptr; history = history->previous.get())
      earlier.push_back(rules_.key(*rules_.import_state(*history->state)));
  const BoardFactory make = [&] {
    if (cached_rules_ || evaluation_function != nullptr)
      return generic_board(rules_, *root, request.game_options, tablebase, evaluation_function);
    return game_.mcts().board(*root, request.game_options, tablebase);
  };
  auto report = run_mcts(tree_, make, earlier, request, control);
  root_ = std::move(root);
  return report;
}

std::uint32_t MctsEngine::find(const ErasedState& wanted) {
  const auto key = rules_.key(wanted);
  reuse_nodes_left_ = kMaxReuseNodes;
  for (int depth = 0; depth <= kMaxReuseDepth && reuse_nodes_left_ > 0; ++depth) {
    const auto at = rules_.copy(*root_);
    if (const auto found = find_below(MctsTree::kRoot, *at, wanted, key, depth); found != 0) return found;
  }
  return 0;
}

std::uint32_t MctsEngine::find_below(std::uint32_t node, ErasedState& at, const ErasedState& wanted, std::uint64_t key,
                                     int depth) {
  if (!tree_[node].expanded() || --reuse_nodes_left_ < 0) return 0;
  if (depth == 0) return rules_.key(at) == key && rules_.same(at, wanted) ? node : 0;
  for (const auto& child : tree_.children(tree_[node])) {
    if (!child.expanded()) continue;
    const auto undo = rules_.play(at, child.move);
    const auto found = find_below(tree_.number_of(child), at, wanted, key, depth - 1);
    rules_.undo(at, child.move, undo);
    if (found != 0) return found;
  }
  return 0;
}

}  // namespace kibitz
