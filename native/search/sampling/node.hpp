// A node of the tree: one line of the processor's cache. Values are the first
// player's, from -1 to 1.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/types.hpp"
#include "search/sampling/roots.hpp"

namespace kibitz {

// What threads share is atomic, but never ordered: a number that is a moment old
// only sends a playout elsewhere. On one thread that costs nothing.
struct alignas(64) SampleNode {
  enum class Growth : std::uint8_t { leaf, growing, grown };

  Move move = 0;             // what led here
  std::uint32_t parent = 0;  // 0: none, as of the root
  std::uint32_t first = 0;   // its first child; the others follow
  std::uint16_t count = 0;   // of its children
  Side turn = Side::first;   // who acts here, once it has grown
  std::atomic<Growth> growth{Growth::leaf};

  std::atomic<std::uint32_t> visits{0};
  float weight = 0;  // how likely chance comes here, or how much the move promises
  std::atomic<double> sum{0};
  // What is proven.
  std::atomic<double> lower{-1}, upper{1};
  // Playouts in which the move was made later by whoever could have made it here.
  std::atomic<std::uint32_t> later_visits{0};
  std::atomic<float> later_sum{0};
  // How many plies the proof is long, where one side wins.
  std::atomic<std::uint32_t> length{0};
  // Where untried children come first: so many of them are not any more.
  std::atomic<std::uint32_t> tried{0};

  bool grown() const { return growth.load(std::memory_order_acquire) == Growth::grown; }
  bool proven() const { return lower.load(std::memory_order_relaxed) >= upper.load(std::memory_order_relaxed); }
  double mean() const {
    const auto n = visits.load(std::memory_order_relaxed);
    return n == 0 ? 0 : sum.load(std::memory_order_relaxed) / n;
  }
  // The mean as far as what is proven allows it.
  double value() const {
    const double low = lower.load(std::memory_order_relaxed), high = upper.load(std::memory_order_relaxed);
    const double found = mean();
    return found < low ? low : found > high ? high : found;
  }
  void set_exact(double value) {
    lower.store(value, std::memory_order_relaxed);
    upper.store(value, std::memory_order_relaxed);
  }

  // While nobody else looks.
  void take(const SampleNode& other) {
    move = other.move;
    parent = other.parent;
    first = other.first;
    count = other.count;
    turn = other.turn;
    weight = other.weight;
    const auto copy = [](auto& to, const auto& from) {
      to.store(from.load(std::memory_order_relaxed), std::memory_order_relaxed);
    };
    copy(growth, other.growth);
    copy(visits, other.visits);
    copy(sum, other.sum);
    copy(lower, other.lower);
    copy(upper, other.upper);
    copy(later_visits, other.later_visits);
    copy(later_sum, other.later_sum);
    copy(length, other.length);
    copy(tried, other.tried);
  }
};
static_assert(sizeof(SampleNode) == 64);

// What choosing asks of every child of every node on the way, as the node said last:
// few have changed since, and four of them fit a line of the cache.
struct Glance {
  std::atomic<float> value{0}, root{Roots::kUntried};  // root: 1 / sqrt(visits)
  std::atomic<float> lower{-1}, upper{1};

  void take(const SampleNode& node) {
    constexpr auto now = std::memory_order_relaxed;
    const float inverse = kRoots.inverse(node.visits.load(now));
    const double low = node.lower.load(now), high = node.upper.load(now);
    const double mean = node.sum.load(now) * inverse * inverse;
    value.store(static_cast<float>(mean < low ? low : mean > high ? high : mean), now);
    root.store(inverse, now);
    lower.store(static_cast<float>(low), now);
    upper.store(static_cast<float>(high), now);
  }
};
static_assert(sizeof(Glance) == 16);

}  // namespace kibitz
