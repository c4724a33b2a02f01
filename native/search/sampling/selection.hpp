// Which child of a node the next playout goes through.
#pragma once

#include <cmath>
#include <span>

#include "base/random.hpp"
#include "search/sampling/node.hpp"
#include "search/sampling/request.hpp"

namespace kibitz {

// Chance: by lot, or what is most behind its share.
inline SampleNode& happen(const SampleNode& node, std::span<SampleNode> children, bool enumerate, Random& random) {
  constexpr auto now = std::memory_order_relaxed;
  if (!enumerate) {
    double left = random.unit();
    for (auto& child : children) {
      left -= static_cast<double>(child.weight);
      if (left < 0) return child;
    }
    return children.back();
  }
  const double visits = node.visits.load(now) + 1.0;
  SampleNode* chosen = &children.front();
  double most = -1e300;
  for (auto& child : children) {
    // What is proven needs no playouts to be known, but counts in the mean like the others.
    const double behind = static_cast<double>(child.weight) * visits - child.visits.load(now);
    if (behind > most) {
      most = behind;
      chosen = &child;
    }
  }
  return *chosen;
}

// A player: upper confidence bounds (UCT), with what is proven. Moves that are
// proven to be no better than another are left alone. Null if all are.
inline SampleNode* choose(const SampleNode& node, std::span<SampleNode> children, const SampleRequest& request) {
  constexpr auto now = std::memory_order_relaxed;
  const double sign = node.turn == Side::first ? 1 : -1;
  const double visits = node.visits.load(now);
  const double log_visits = std::log(visits + 1);
  const double sure = node.turn == Side::first ? node.lower.load(now) : -node.upper.load(now);
  const double untried = request.urgency < 0 ? 1e6 : sign * node.value() - request.urgency;
  SampleNode* best = nullptr;
  double most = -1e300;
  for (auto& child : children) {
    const double may_be = node.turn == Side::first ? child.upper.load(now) : -child.lower.load(now);
    if (request.solve && may_be <= sure) continue;
    const double tried = child.visits.load(now);
    double value;
    if (tried == 0) {
      value = untried + request.bias * child.weight;
      if (request.rave > 0)
        if (const auto later = child.later_visits.load(now); later > 0)
          value = request.urgency < 0 ? untried + sign * child.later_sum.load(now) / later
                                      : sign * child.later_sum.load(now) / later;
      value += request.exploration * std::sqrt(log_visits);
    } else {
      value = sign * child.value();
      if (request.rave > 0)
        if (const double later = child.later_visits.load(now); later > 0) {
          const double share = std::sqrt(request.rave / (3 * tried + request.rave));
          value = (1 - share) * value + share * sign * child.later_sum.load(now) / later;
        }
      value += request.exploration * std::sqrt(log_visits / tried) + request.bias * child.weight / (tried + 1);
    }
    if (value > most) {
      most = value;
      best = &child;
    }
  }
  return best;
}

}  // namespace kibitz
