#include "search/mcts/result.hpp"

#include <algorithm>
#include <string>

#include "search/mcts/search.hpp"

namespace kibitz {
namespace {

// A child from the point of view of the side to move.
struct ChildView {
  const MctsNode* node;
  double visits, value, least, most;
  std::uint32_t length;
  bool proven() const { return least >= most; }
};

ChildView view_for(Side side, const MctsTree& tree, const MctsNode& child) {
  const double low = child.lower.load(), high = child.upper.load();
  const bool first = side == Side::first;
  return {&child,
          static_cast<double>(tree.visits(child)),
          first ? tree.value(child) : -tree.value(child),
          first ? low : -high,
          first ? high : -low,
          child.proof_length.load()};
}

// Orders proved moves by value; wins by the shortest proof, losses by the longest.
bool proven_better(const ChildView& a, const ChildView& b) {
  if (a.least != b.least) return a.least > b.least;
  if (a.length != b.length) return (a.length < b.length) == (a.least > 0);
  return a.visits > b.visits;
}

// The most visited child that may be best, unless a proved child is at least as good as its mean.
const MctsNode* best_child(const MctsTree& tree, const MctsNode& node) {
  const ChildView* best = nullptr;
  const ChildView* solved = nullptr;
  std::vector<ChildView> all;
  for (const auto& child : tree.children(node)) all.push_back(view_for(node.turn, tree, child));
  for (const auto& each : all) {
    if (each.proven()) {
      if (solved == nullptr || proven_better(each, *solved)) solved = &each;
    }
  }
  for (const auto& each : all) {
    if (each.proven() || (solved != nullptr && each.most <= solved->least)) continue;
    if (best == nullptr || each.visits > best->visits || (each.visits == best->visits && each.value > best->value))
      best = &each;
  }
  if (best == nullptr || (solved != nullptr && (solved->least >= best->value || best->visits == 0)))
    best = solved != nullptr ? solved : best;
  return best == nullptr ? nullptr : best->node;
}

// The principal variation from a child, up to a chance node or an unvisited node.
std::vector<Move> line_from(const MctsTree& tree, const MctsNode& child) {
  std::vector<Move> out{child.move};
  const MctsNode* node = &child;
  while (node->expanded() && node->turn != Side::chance) {
    const MctsNode* following = best_child(tree, *node);
    if (following == nullptr || (tree.visits(*following) == 0 && !following->proven())) break;
    out.push_back(following->move);
    node = following;
  }
  return out;
}

}  // namespace

Value value_of(const MctsTree& tree, const MctsNode& node, Side side, const ValueScale& value_scale) {
  const bool exact = node.proven();
  const double value = side == Side::first ? tree.value(node) : -tree.value(node);
  if (value_scale.span > 0) return {Value::Kind::points, value * value_scale.span, exact};
  if (exact && !value_scale.chance)
    return {value > 0 ? Value::Kind::win : value < 0 ? Value::Kind::loss : Value::Kind::draw, -1, true};
  return {Value::Kind::expect, std::clamp((value + 1) / 2, 0.0, 1.0), exact};
}

void fill_report(const MctsTree& tree, const ValueScale& value_scale, const MctsNode* chosen, MctsReport& report) {
  const auto& root = tree.root();
  const MctsNode* best = chosen != nullptr && !root.proven() ? chosen : best_child(tree, root);
  std::vector<const MctsNode*> order;
  for (const auto& child : tree.children(root)) order.push_back(&child);
  std::stable_sort(order.begin(), order.end(), [&](const MctsNode* a, const MctsNode* b) {
    if ((a == best) != (b == best)) return a == best;
    const auto one = view_for(root.turn, tree, *a), other = view_for(root.turn, tree, *b);
    if (one.proven() && other.proven()) return proven_better(one, other);
    return one.visits > other.visits;
  });
  for (const auto* child : order)
    report.moves.push_back({child->move, value_of(tree, *child, root.turn, value_scale),
                            static_cast<double>(tree.visits(*child)), static_cast<double>(child->weight),
                            root.turn == Side::first ? tree.value(*child) : -tree.value(*child),
                            line_from(tree, *child)});
  // The root's mean includes inferior moves, so the best move's value is reported.
  report.value = value_of(tree, root.proven() ? root : *best, root.turn, value_scale);
}

MctsStage stage_of(const MctsTree& tree, const ValueScale& value_scale, double seconds) {
  const auto& root = tree.root();
  const MctsNode* best = best_child(tree, root);
  return {tree.visits(root), value_of(tree, root.proven() ? root : *best, root.turn, value_scale),
          line_from(tree, *best), seconds};
}

std::vector<MctsTreeNode> nodes_of(const MctsTree& tree, int depth, std::size_t most) {
  struct Pending {
    const MctsNode* node;
    std::int64_t parent;
    int depth;
  };
  std::vector<MctsTreeNode> out;
  std::vector<Pending> pending{{&tree.root(), -1, 0}};
  while (!pending.empty()) {
    const auto [node, parent, at] = pending.back();
    pending.pop_back();
    if (out.size() >= most)
      throw RulesError("the tree has more than " + std::to_string(most) +
                       " nodes, too many to look at; lower the depth or the playouts");
    const auto here = static_cast<std::int64_t>(out.size());
    out.push_back({parent, node->move, node->turn, node->proven() && !node->expanded(), node->expanded(),
                   tree.visits(*node), tree.value(*node), node->lower.load(), node->upper.load()});
    if (!node->expanded() || at == depth) continue;
    std::vector<const MctsNode*> visited;
    for (const auto& child : tree.children(*node))
      if (tree.visits(child) > 0 || child.proven()) visited.push_back(&child);
    // A stack: the most visited are popped first.
    std::stable_sort(visited.begin(), visited.end(),
                     [&](const MctsNode* a, const MctsNode* b) { return tree.visits(*a) < tree.visits(*b); });
    for (const auto* child : visited) pending.push_back({child, here, at + 1});
  }
  return out;
}

}  // namespace kibitz
