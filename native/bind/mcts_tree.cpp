#include "bind/mcts_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bind/generic.hpp"

namespace kibitz {
namespace {

// Positions of a game in Python that are remembered at a time: some 200 MB.
constexpr std::size_t kRememberedPositions = 400'000;
// How far from the last root a position may be that is looked for, and how many are looked at.
constexpr int kFurthest = 8;
constexpr int kPatience = 50'000;

}  // namespace

Sampler::Sampler(const CoreGame& game, std::size_t bytes)
    : game_(game),
      walked_(game.rules().for_walking(kRememberedPositions)),
      rules_(walked_ ? *walked_ : game.rules()),
      tree_(bytes) {}

NetworkOracle::NetworkOracle(const Network& network, const Rules& rules, Encoder encoder)
    : network_(network), rules_(rules), encoder_(std::move(encoder)) {
  if (encoder_) return;
  if (static_cast<std::size_t>(network.shape().inputs) != rules.planes().size() ||
      network.shape().actions != rules.actions())
    throw RulesError("this network was made for another board or other moves");
}

double NetworkOracle::judge(const SampleBoard& board, Prospects& prospects) const {
  thread_local std::vector<float> planes, logits;
  thread_local std::vector<int> actions;
  double value = 0;
  board.show([&](const ErasedState& box) {
    planes.assign(static_cast<std::size_t>(network_.shape().inputs), 0.0f);
    actions.clear();
    if (encoder_) {
      encoder_(box, planes, actions);
      if (actions.size() != prospects.moves.size())
        throw RulesError("a position has another number of moves than its encoding");
    } else {
      rules_.encode(box, planes.data());
      for (const auto& each : prospects.moves) actions.push_back(rules_.action(box, each.move));
    }
    logits.resize(static_cast<std::size_t>(network_.shape().actions));
    value = static_cast<double>(network_.judge(planes.data(), logits.data()));
    if (rules_.mover(box) != Side::first) value = -value;
  });
  float most = -1e30f, sum = 0;
  for (const int action : actions) most = std::max(most, logits[static_cast<std::size_t>(action)]);
  for (std::size_t i = 0; i < prospects.moves.size(); ++i)
    sum += prospects.moves[i].weight = std::exp(logits[static_cast<std::size_t>(actions[i])] - most);
  for (auto& each : prospects.moves) each.weight /= sum;
  return value;
}

void Sampler::forget() {
  tree_.clear();
  root_.reset();
}

SampleReport Sampler::think(const ErasedState& state, const SampleRequest& request, Control& control,
                            const Tablebase* known, const Judge* judge) {
  if (game_.rules().result(state) != Result::ongoing) throw RulesError("the game is over; there is nothing to search");
  if (game_.rules().turn(state) == Side::chance) throw RulesError("the dice decide here; roll them before searching");
  auto root = rules_.enter(state);
  const auto kept = request.reuse && root_ ? find(*root) : 0;
  root_.reset();
  if (kept != 0)
    tree_.keep(kept);
  else
    tree_.clear();
  Earlier earlier;
  if (request.repetition.any())
    for (const auto* history = state.history(); history != nullptr; history = history->previous.get())
      earlier.push_back(rules_.key(*rules_.enter(*history->state)));
  const MakeBoard make = [&] {
    if (walked_ || judge != nullptr) return generic_board(rules_, *root, request.game_options, known, judge);
    return game_.sample().board(*root, request.game_options, known);
  };
  auto report = sample_tree(tree_, make, earlier, request, control);
  root_ = std::move(root);
  return report;
}

std::uint32_t Sampler::find(const ErasedState& wanted) {
  const auto key = rules_.key(wanted);
  patience_ = kPatience;
  for (int depth = 0; depth <= kFurthest && patience_ > 0; ++depth) {
    const auto at = rules_.copy(*root_);
    if (const auto found = find_below(SampleTree::kRoot, *at, wanted, key, depth); found != 0) return found;
  }
  return 0;
}

std::uint32_t Sampler::find_below(std::uint32_t node, ErasedState& at, const ErasedState& wanted, std::uint64_t key,
                                  int depth) {
  if (!tree_[node].grown() || --patience_ < 0) return 0;
  if (depth == 0) return rules_.key(at) == key && rules_.same(at, wanted) ? node : 0;
  for (const auto& child : tree_.children(tree_[node])) {
    if (!child.grown()) continue;
    const auto undo = rules_.play(at, child.move);
    const auto found = find_below(tree_.number_of(child), at, wanted, key, depth - 1);
    rules_.undo(at, child.move, undo);
    if (found != 0) return found;
  }
  return 0;
}

}  // namespace kibitz
