#include "search/mcts/result.hpp"

#include <algorithm>
#include <string>

#include "search/mcts/search.hpp"

namespace kibitz {
namespace {

// A child as whoever chooses it sees it.
struct ChildView {
  const SampleNode* node;
  double visits, value, least, most;
  std::uint32_t length;
  bool proven() const { return least >= most; }
};

ChildView seen_by(Side side, const SampleTree& tree, const SampleNode& child) {
  const double low = child.lower.load(), high = child.upper.load();
  const bool first = side == Side::first;
  return {&child,
          static_cast<double>(tree.visits(child)),
          first ? tree.value(child) : -tree.value(child),
          first ? low : -high,
          first ? high : -low,
          child.length.load()};
}

// Among moves whose value is known: the best one; of wins the one proven by the
// shortest way, of losses the longest.
bool proven_better(const ChildView& a, const ChildView& b) {
  if (a.least != b.least) return a.least > b.least;
  if (a.length != b.length) return (a.length < b.length) == (a.least > 0);
  return a.visits > b.visits;
}

// The move that most playouts went through, of those that may be best; but one whose
// value is known to be as good as that seems to be is better.
const SampleNode* best_child(const SampleTree& tree, const SampleNode& node) {
  const ChildView* best = nullptr;
  const ChildView* sure = nullptr;
  std::vector<ChildView> all;
  for (const auto& child : tree.children(node)) all.push_back(seen_by(node.turn, tree, child));
  for (const auto& each : all) {
    if (each.proven()) {
      if (sure == nullptr || proven_better(each, *sure)) sure = &each;
    }
  }
  for (const auto& each : all) {
    if (each.proven() || (sure != nullptr && each.most <= sure->least)) continue;
    if (best == nullptr || each.visits > best->visits || (each.visits == best->visits && each.value > best->value))
      best = &each;
  }
  if (best == nullptr || (sure != nullptr && (sure->least >= best->value || best->visits == 0)))
    best = sure != nullptr ? sure : best;
  return best == nullptr ? nullptr : best->node;
}

// The move and what is expected after it, up to where dice decide or nobody has been.
std::vector<Move> line_from(const SampleTree& tree, const SampleNode& child) {
  std::vector<Move> out{child.move};
  const SampleNode* node = &child;
  while (node->grown() && node->turn != Side::chance) {
    const SampleNode* following = best_child(tree, *node);
    if (following == nullptr || (tree.visits(*following) == 0 && !following->proven())) break;
    out.push_back(following->move);
    node = following;
  }
  return out;
}

}  // namespace

Value value_of(const SampleTree& tree, const SampleNode& node, Side side, const Stakes& stakes) {
  const bool exact = node.proven();
  const double value = side == Side::first ? tree.value(node) : -tree.value(node);
  if (stakes.span > 0) return {Value::Kind::points, value * stakes.span, exact};
  if (exact && !stakes.chance)
    return {value > 0 ? Value::Kind::win : value < 0 ? Value::Kind::loss : Value::Kind::draw, -1, true};
  return {Value::Kind::expect, std::clamp((value + 1) / 2, 0.0, 1.0), exact};
}

void answer(const SampleTree& tree, const Stakes& stakes, const SampleNode* chosen, SampleReport& report) {
  const auto& root = tree.root();
  const SampleNode* best = chosen != nullptr && !root.proven() ? chosen : best_child(tree, root);
  std::vector<const SampleNode*> order;
  for (const auto& child : tree.children(root)) order.push_back(&child);
  std::stable_sort(order.begin(), order.end(), [&](const SampleNode* a, const SampleNode* b) {
    if ((a == best) != (b == best)) return a == best;
    const auto one = seen_by(root.turn, tree, *a), other = seen_by(root.turn, tree, *b);
    if (one.proven() && other.proven()) return proven_better(one, other);
    return one.visits > other.visits;
  });
  for (const auto* child : order)
    report.moves.push_back({child->move, value_of(tree, *child, root.turn, stakes),
                            static_cast<double>(tree.visits(*child)), static_cast<double>(child->weight),
                            root.turn == Side::first ? tree.value(*child) : -tree.value(*child),
                            line_from(tree, *child)});
  // The root's mean holds what was tried and found wanting; the best move's is what can be had.
  report.value = value_of(tree, root.proven() ? root : *best, root.turn, stakes);
}

SampleStage stage_of(const SampleTree& tree, const Stakes& stakes, double seconds) {
  const auto& root = tree.root();
  const SampleNode* best = best_child(tree, root);
  return {tree.visits(root), value_of(tree, root.proven() ? root : *best, root.turn, stakes), line_from(tree, *best),
          seconds};
}

std::vector<SampledNode> nodes_of(const SampleTree& tree, int depth, std::size_t most) {
  struct Waiting {
    const SampleNode* node;
    std::int64_t parent;
    int depth;
  };
  std::vector<SampledNode> out;
  std::vector<Waiting> waiting{{&tree.root(), -1, 0}};
  while (!waiting.empty()) {
    const auto [node, parent, at] = waiting.back();
    waiting.pop_back();
    if (out.size() >= most)
      throw RulesError("the tree has more than " + std::to_string(most) +
                       " nodes, too many to look at; lower the depth or the playouts");
    const auto here = static_cast<std::int64_t>(out.size());
    out.push_back({parent, node->move, node->turn, node->proven() && !node->grown(), node->grown(), tree.visits(*node),
                   tree.value(*node), node->lower.load(), node->upper.load()});
    if (!node->grown() || at == depth) continue;
    std::vector<const SampleNode*> met;
    for (const auto& child : tree.children(*node))
      if (tree.visits(child) > 0 || child.proven()) met.push_back(&child);
    // Taken from the back: those with most playouts come first.
    std::stable_sort(met.begin(), met.end(),
                     [&](const SampleNode* a, const SampleNode* b) { return tree.visits(*a) < tree.visits(*b); });
    for (const auto* child : met) waiting.push_back({child, here, at + 1});
  }
  return out;
}

}  // namespace kibitz
