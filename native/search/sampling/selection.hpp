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

// Roots that are asked for at every child of every node on the way.
class Roots {
 public:
  // Stands for what was never tried: any reach times this is more than any value.
  static constexpr float kUntried = 1e20f;
  static constexpr float kLeastReach = 1e-14f;

  Roots() {
    inverse_[0] = kUntried;
    for (std::size_t n = 1; n < kKnown; ++n) inverse_[n] = 1 / std::sqrt(static_cast<float>(n));
    for (std::size_t n = 0; n < kKnown; ++n) {
      logs_[n] = std::log(static_cast<float>(kKnown + n) / static_cast<float>(kKnown));
      if (n > 0) of_logs_[n] = std::sqrt(std::log(static_cast<float>(n)));
    }
  }
  // 1 / sqrt(n).
  float inverse(std::uint32_t n) const { return n < kKnown ? inverse_[n] : 1 / std::sqrt(static_cast<float>(n)); }
  // sqrt(log(n)) to a few parts in a thousand, which is all that matters here; n is not 0.
  float of_log(std::uint32_t n) const {
    if (n < kKnown) return of_logs_[n];
    const int bits = static_cast<int>(std::bit_width(n)) - 1;
    const auto leading = static_cast<std::size_t>((static_cast<std::uint64_t>(n) << 32 >> bits) >> (32 - kBits));
    return std::sqrt(static_cast<float>(bits) * 0.693147181f + logs_[leading - kKnown]);
  }

 private:
  static constexpr int kBits = 10;
  static constexpr std::size_t kKnown = std::size_t{1} << kBits;
  std::array<float, kKnown> inverse_{}, logs_{}, of_logs_{};
};

// RAVE: the mean of a move's own playouts, and of those in which it was made later.
inline double with_later(double mean, const SampleNode& child, double visits, double sign,
                         const SampleRequest& request) {
  const double later = child.later_visits.load(std::memory_order_relaxed);
  if (request.rave <= 0 || later <= 0) return mean;
  const double share = std::sqrt(request.rave / (3 * visits + request.rave));
  return (1 - share) * mean + share * sign * child.later_sum.load(std::memory_order_relaxed) / later;
}

// A player: upper confidence bounds (UCT), with what is proven. Moves that are
// proven to be no better than another are left alone. Null if all are.
inline SampleNode* choose(const SampleNode& node, std::span<SampleNode> children, const SampleRequest& request,
                          const Roots& roots) {
  constexpr auto now = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double reach = request.exploration * roots.of_log(node.visits.load(now) + 1);
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
      value = mean + reach * roots.inverse(visits);
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
                                    const SampleRequest& request, const Roots& roots) {
  constexpr auto now = std::memory_order_relaxed;
  const auto count = static_cast<std::uint32_t>(children.size());
  const auto greatest = [&](float sign, auto may_be, double proven) {
    const float sure = request.solve ? static_cast<float>(proven) : -2.0f;
    const float reach =
        std::max(static_cast<float>(request.exploration) * roots.of_log(node.visits.load(now) + 1), Roots::kLeastReach);
    std::uint64_t best = 0;
    std::uint32_t place = count;
    for (const auto& child : children) {
      const float value = sign * child.value.load(now) + reach * roots.inverse(child.visits.load(now));
      // Floating-point numbers as whole numbers in the same order, none of them 0.
      const auto bits = std::bit_cast<std::uint32_t>(value);
      const auto order = bits ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) | 0x80000000u);
      auto rank = static_cast<std::uint64_t>(order) << 32 | place--;
      rank &= std::uint64_t{0} - static_cast<std::uint64_t>(may_be(child) > sure);
      best = rank > best ? rank : best;
    }
    return best == 0 ? count : count - static_cast<std::uint32_t>(best);
  };
  if (node.turn == Side::first)
    return greatest(1, [&](const Glance& child) { return child.upper.load(now); }, node.lower.load(now));
  return greatest(-1, [&](const Glance& child) { return -child.lower.load(now); }, -node.upper.load(now));
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
