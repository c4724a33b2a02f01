// Selection of a child: chance nodes, UCT with all its options, and PUCT.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/random.hpp"
#include "search/mcts/request.hpp"
#include "search/mcts/sqrt_tables.hpp"
#include "search/mcts/tree.hpp"

namespace kibitz {

// Selects an outcome at a chance node: at random, or the one furthest below its expected share of visits.
inline MctsNode& select_chance(MctsTree& tree, const MctsNode& node, bool enumerate, Random& random) {
  const auto children = tree.children(node);
  if (!enumerate) {
    double left = random.unit();
    for (auto& child : children) {
      left -= static_cast<double>(child.weight);
      if (left < 0) return child;
    }
    return children.back();
  }
  const double visits = tree.visits(node) + 1.0;
  MctsNode* chosen = &children.front();
  double most = -1e300;
  for (auto& child : children) {
    // Proved children need no visits but count in the mean like the others.
    const double behind = static_cast<double>(child.weight) * visits - tree.visits(child);
    if (behind > most) {
      most = behind;
      chosen = &child;
    }
  }
  return *chosen;
}

// RAVE (Gelly, Silver 2007): blends a move's own mean with its all-moves-as-first mean.
inline double with_rave(double mean, const MctsNode& child, double visits, double sign, const MctsRequest& request) {
  const double later = child.rave_visits.load(std::memory_order_relaxed);
  if (request.rave <= 0 || later <= 0) return mean;
  const double share = std::sqrt(request.rave / (3 * visits + request.rave));
  return (1 - share) * mean + share * sign * child.rave_sum.load(std::memory_order_relaxed) / later;
}

// Whether a child is not proved to be no better than a sibling.
inline bool may_be_best(const MctsNode& node, const MctsNode& child) {
  constexpr auto relaxed = std::memory_order_relaxed;
  if (node.turn == Side::first) return child.upper.load(relaxed) > node.lower.load(relaxed);
  return child.lower.load(relaxed) < node.upper.load(relaxed);
}

// UCT (Kocsis, Szepesvári 2006) with proved bounds, first-play urgency, RAVE and progressive bias. Skips children that
// are proved to be no better than a sibling; null if all are.
inline MctsNode* select_uct(MctsTree& tree, const MctsNode& node, const MctsRequest& request) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double bonus = request.exploration * kSqrtTables.sqrt_log(tree.visits(node) + 1);
  const double solved = !request.solve ? -2 : first ? node.lower.load(relaxed) : -node.upper.load(relaxed);
  const double fpu_value = request.fpu_reduction < 0 ? 1e6 : sign * tree.value(node) - request.fpu_reduction + bonus;
  MctsNode* best = nullptr;
  double most = -1e300;
  for (auto& child : tree.children(node)) {
    const double may_be = first ? child.upper.load(relaxed) : -child.lower.load(relaxed);
    if (may_be <= solved) continue;
    const auto visits = tree.visits(child);
    const double mean = with_rave(sign * tree.value(child), child, visits, sign, request);
    double value = fpu_value;
    if (visits > 0)
      value = mean + bonus * kSqrtTables.inverse_sqrt(visits);
    else if (request.rave > 0 && child.rave_visits.load(relaxed) > 0)
      value = mean + (request.fpu_reduction < 0 ? fpu_value : bonus);
    value += request.bias * child.weight / (visits + 1.0);
    if (value > most) {
      most = value;
      best = &child;
    }
  }
  return best;
}

// PUCT (Silver et al. 2017): exploration by the network's prior. Unvisited children get the parent's value less the
// first-play urgency reduction.
inline MctsNode* select_puct(MctsTree& tree, const MctsNode& node, const MctsRequest& request) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double bonus = request.exploration * std::sqrt(static_cast<double>(tree.visits(node)) + 1);
  const double solved = !request.solve ? -2 : first ? node.lower.load(relaxed) : -node.upper.load(relaxed);
  const double fpu_value = sign * tree.value(node) - std::max(request.fpu_reduction, 0.0);
  MctsNode* best = nullptr;
  double most = -1e300;
  for (auto& child : tree.children(node)) {
    if ((first ? child.upper.load(relaxed) : -child.lower.load(relaxed)) <= solved) continue;
    const auto visits = tree.visits(child);
    const double mean = visits > 0 ? sign * tree.value(child) : fpu_value;
    const double value = mean + bonus * child.weight / (visits + 1.0);
    if (value > most) {
      most = value;
      best = &child;
    }
  }
  return best;
}

}  // namespace kibitz
