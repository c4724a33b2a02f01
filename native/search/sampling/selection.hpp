// Which child of a node the next playout goes through.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
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
  Roots() {
    for (std::size_t n = 1; n < kKnown; ++n) inverse_[n] = 1 / std::sqrt(static_cast<double>(n));
    for (std::size_t n = 0; n < kKnown; ++n)
      logs_[n] = std::log(static_cast<double>(kKnown + n) / static_cast<double>(kKnown));
  }
  // 1 / sqrt(n); n is not 0.
  double inverse(std::uint32_t n) const { return n < kKnown ? inverse_[n] : 1 / std::sqrt(static_cast<double>(n)); }
  // sqrt(log(n)) to a few parts in a thousand, which is all that matters here; n is not 0.
  double of_log(std::uint32_t n) const {
    const int bits = static_cast<int>(std::bit_width(n));
    const auto leading =
        static_cast<std::uint32_t>((static_cast<std::uint64_t>(n) << 32 >> (bits - 1)) >> (32 - kBits));
    return std::sqrt((bits - 1) * 0.6931471805599453 + logs_[leading - kKnown]);
  }

 private:
  static constexpr int kBits = 9;
  static constexpr std::size_t kKnown = std::size_t{1} << kBits;
  std::array<double, kKnown> inverse_{}, logs_{};
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
// proven to be no better than another are left alone. Null if all are. `Plain` is
// the same where neither RAVE nor a bias is asked for, which is quicker.
template <bool Plain>
SampleNode* choose(const SampleNode& node, std::span<SampleNode> children, const SampleRequest& request,
                   const Roots& roots) {
  constexpr auto now = std::memory_order_relaxed;
  const bool first = node.turn == Side::first;
  const double sign = first ? 1 : -1;
  const double reach = request.exploration * roots.of_log(node.visits.load(now) + 1);
  const double sure = !request.solve ? -2 : first ? node.lower.load(now) : -node.upper.load(now);
  const bool at_once = request.urgency < 0;
  const double untried = at_once ? 1e6 : sign * node.value() - request.urgency + reach;
  SampleNode* best = nullptr;
  double most = -1e300;
  // Which child is best nobody can foresee, so there is next to nothing to decide by a jump.
  for (auto& child : children) {
    const auto visits = child.visits.load(now);
    const double high = first ? child.upper.load(now) : -child.lower.load(now);
    double mean = sign * child.seen.load(now);
    if constexpr (!Plain) mean = with_later(mean, child, visits, sign, request);
    double value = visits > 0 ? mean + reach * roots.inverse(visits) : untried;
    if constexpr (!Plain) {
      if (visits == 0 && request.rave > 0 && child.later_visits.load(now) > 0)
        value = mean + (at_once ? untried : reach);
      value += request.bias * child.weight / (visits + 1.0);
    }
    const bool better = value > most && high > sure;
    most = better ? value : most;
    best = better ? &child : best;
  }
  return best;
}

}  // namespace kibitz
