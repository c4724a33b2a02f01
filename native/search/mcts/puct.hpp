// Which child of a node the next playout goes through.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/random.hpp"
#include "search/mcts/request.hpp"
#include "search/mcts/roots.hpp"
#include "search/mcts/tree.hpp"

namespace kibitz {

// Chance: by lot, or what is most behind its share.
inline SampleNode& happen(SampleTree& tree, const SampleNode& node, bool enumerate, Random& random) {
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
  SampleNode* chosen = &children.front();
  double most = -1e300;
  for (auto& child : children) {
    // What is proven needs no playouts to be known, but counts in the mean like the others.
    const double behind = static_cast<double>(child.weight) * visits - tree.visits(child);
    if (behind > most) {
      most = behind;
      chosen = &child;
    }
  }
  return *chosen;
}

// RAVE: the mean of a move's own playouts, and of those in which it was made later.
inline double with_later(double mean, const SampleNode& child, double visits, double sign,
                         const SampleRequest& request) {
  const double later = child.later_visits.load(std::memory_order_relaxed);
  if (request.rave <= 0 || later <= 0) return mean;
  const double share = std::sqrt(request.rave / (3 * visits + request.rave));
  return (1 - share) * mean + share * sign * child.later_sum.load(std::memory_order_relaxed) / later;
}

// Whether a child is not proven to be no better than another.
inline bool may_be_best(const SampleNode& node, const SampleNode& child) {
  constexpr auto now = std::memory_order_relaxed;
  if (node.turn == Side::first) return child.upper.load(now) > node.lower.load(now);
  return child.lower.load(now) < node.upper.load(now);
}

// A player: upper confidence bounds (UCT), with what is proven. Moves that are
// proven to be no better than another are left alone. Null if all are.
inline SampleNode* choose(SampleTree& tree, const SampleNode& node, const SampleRequest& request) {
  constexpr auto now = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double reach = request.exploration * kRoots.of_log(tree.visits(node) + 1);
  const double sure = !request.solve ? -2 : first ? node.lower.load(now) : -node.upper.load(now);
  const double untried = request.urgency < 0 ? 1e6 : sign * tree.value(node) - request.urgency + reach;
  SampleNode* best = nullptr;
  double most = -1e300;
  for (auto& child : tree.children(node)) {
    const double may_be = first ? child.upper.load(now) : -child.lower.load(now);
    if (may_be <= sure) continue;
    const auto visits = tree.visits(child);
    const double mean = with_later(sign * tree.value(child), child, visits, sign, request);
    double value = untried;
    if (visits > 0)
      value = mean + reach * kRoots.inverse(visits);
    else if (request.rave > 0 && child.later_visits.load(now) > 0)
      value = mean + (request.urgency < 0 ? untried : reach);
    value += request.bias * child.weight / (visits + 1.0);
    if (value > most) {
      most = value;
      best = &child;
    }
  }
  return best;
}

// Where an oracle says how likely each move is to be best: PUCT. What was not tried is taken for a little less than its
// parent.
inline SampleNode* choose_by_prior(SampleTree& tree, const SampleNode& node, const SampleRequest& request) {
  constexpr auto now = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double reach = request.exploration * std::sqrt(static_cast<double>(tree.visits(node)) + 1);
  const double sure = !request.solve ? -2 : first ? node.lower.load(now) : -node.upper.load(now);
  const double untried = sign * tree.value(node) - std::max(request.urgency, 0.0);
  SampleNode* best = nullptr;
  double most = -1e300;
  for (auto& child : tree.children(node)) {
    if ((first ? child.upper.load(now) : -child.lower.load(now)) <= sure) continue;
    const auto visits = tree.visits(child);
    const double mean = visits > 0 ? sign * tree.value(child) : untried;
    const double value = mean + reach * child.weight / (visits + 1.0);
    if (value > most) {
      most = value;
      best = &child;
    }
  }
  return best;
}

}  // namespace kibitz
