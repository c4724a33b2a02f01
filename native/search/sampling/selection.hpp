// Which child of a node the next playout goes through.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/random.hpp"
#include "search/sampling/node.hpp"
#include "search/sampling/request.hpp"
#include "search/sampling/roots.hpp"

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

// RAVE: the mean of a move's own playouts, and of those in which it was made later.
inline double with_later(double mean, const SampleNode& child, double visits, double sign,
                         const SampleRequest& request) {
  const double later = child.later_visits.load(std::memory_order_relaxed);
  if (request.rave <= 0 || later <= 0) return mean;
  const double share = std::sqrt(request.rave / (3 * visits + request.rave));
  return (1 - share) * mean + share * sign * child.later_sum.load(std::memory_order_relaxed) / later;
}

// Whether a child is not proven to be no better than another; nothing is proven without `solve`.
inline bool may_be_best(const SampleNode& node, const SampleNode& child, bool solve) {
  constexpr auto now = std::memory_order_relaxed;
  if (!solve) return true;
  if (node.turn == Side::first) return child.upper.load(now) > node.lower.load(now);
  return child.lower.load(now) < node.upper.load(now);
}

// A player: upper confidence bounds (UCT), with what is proven. Moves that are
// proven to be no better than another are left alone. Null if all are.
inline SampleNode* choose(const SampleNode& node, std::span<SampleNode> children, const SampleRequest& request) {
  constexpr auto now = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double reach = request.exploration * kRoots.of_log(node.visits.load(now) + 1);
  const double sure = !request.solve ? -2 : first ? node.lower.load(now) : -node.upper.load(now);
  const double untried = request.urgency < 0 ? 1e6 : sign * node.value() - request.urgency + reach;
  SampleNode* best = nullptr;
  double most = -1e300;
  for (auto& child : children) {
    const double may_be = first ? child.upper.load(now) : -child.lower.load(now);
    if (may_be <= sure) continue;
    const auto visits = child.visits.load(now);
    const double mean = with_later(sign * child.value(), child, visits, sign, request);
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

// The same where nothing but exploration is asked for, much quicker: which child is
// best nobody can foresee, so nothing is decided by a jump. A value and the place
// of its child become one number, of which the greatest is wanted. The place of the
// child; if there is none, a number that no child has.
inline std::uint32_t choose_plainly(const SampleNode& node, std::span<const Glance> children,
                                    const SampleRequest& request) {
  constexpr auto now = std::memory_order_relaxed;
  const auto count = static_cast<std::uint32_t>(children.size());
  const float reach =
      std::max(static_cast<float>(request.exploration) * kRoots.of_log(node.visits.load(now) + 1), Roots::kLeastReach);
  const auto greatest = [&](float sign, auto may_be_best) {
    std::uint64_t best = 0;
    std::uint32_t place = count;
    for (const auto& child : children) {
      // More than 0, so that its bits have the order of what they stand for.
      const float value = (2 + sign * child.value.load(now)) + reach * child.root.load(now);
      auto rank = static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(value)) << 32 | place--;
      rank &= std::uint64_t{0} - static_cast<std::uint64_t>(may_be_best(child));
      best = rank > best ? rank : best;
    }
    return best == 0 ? count : count - static_cast<std::uint32_t>(best);
  };
  const bool first = node.turn == Side::first;
  if (!request.solve) return greatest(first ? 1 : -1, [](const Glance&) { return true; });
  if (first) {
    const auto sure = static_cast<float>(node.lower.load(now));
    return greatest(1, [&](const Glance& child) { return child.upper.load(now) > sure; });
  }
  const auto sure = static_cast<float>(node.upper.load(now));
  return greatest(-1, [&](const Glance& child) { return child.lower.load(now) < sure; });
}

// Where an oracle says how likely each move is to be best: PUCT. What was not tried is taken for a little less than its
// parent.
inline SampleNode* choose_by_prior(const SampleNode& node, std::span<SampleNode> children,
                                   const SampleRequest& request) {
  constexpr auto now = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double reach = request.exploration * std::sqrt(static_cast<double>(node.visits.load(now)) + 1);
  const double sure = !request.solve ? -2 : first ? node.lower.load(now) : -node.upper.load(now);
  const double untried = sign * node.value() - std::max(request.urgency, 0.0);
  SampleNode* best = nullptr;
  double most = -1e300;
  for (auto& child : children) {
    if ((first ? child.upper.load(now) : -child.lower.load(now)) <= sure) continue;
    const auto visits = child.visits.load(now);
    const double mean = visits > 0 ? sign * child.value() : untried;
    const double value = mean + reach * child.weight / (visits + 1.0);
    if (value > most) {
      most = value;
      best = &child;
    }
  }
  return best;
}

}  // namespace kibitz
