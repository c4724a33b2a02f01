// A node of the tree, in two parts: what every playout asks of it, and all else.
// Values are the first player's, from -1 to 1.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/types.hpp"
#include "search/mcts/roots.hpp"

namespace kibitz {

// While nobody else looks.
template <class T>
void copy(std::atomic<T>& to, const std::atomic<T>& from) {
  to.store(from.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

// What threads share is atomic, but never ordered: a number that is a moment old
// only sends a playout elsewhere. On one thread that costs nothing.
struct SampleNode {
  enum class Growth : std::uint8_t { leaf, growing, grown };

  Move move = 0;             // what led here
  std::uint32_t parent = 0;  // 0: none, as of the root
  std::uint32_t first = 0;   // its first child; the others follow
  std::uint16_t count = 0;   // of its children
  Side turn = Side::first;   // who acts here, once it has grown
  std::atomic<Growth> growth{Growth::leaf};

  // What is proven.
  std::atomic<double> lower{-1}, upper{1};
  float weight = 0;  // how likely chance comes here, or how much the move promises
  // Playouts in which the move was made later by whoever could have made it here.
  std::atomic<std::uint32_t> later_visits{0};
  std::atomic<float> later_sum{0};
  // How many plies the proof is long, where one side wins.
  std::atomic<std::uint16_t> length{0};
  // Where untried children come first: so many of them are not any more.
  std::atomic<std::uint16_t> tried{0};

  bool grown() const { return growth.load(std::memory_order_acquire) == Growth::grown; }
  bool proven() const { return lower.load(std::memory_order_relaxed) >= upper.load(std::memory_order_relaxed); }
  // A value as far as what is proven allows it.
  double within(double value) const {
    return std::min(std::max(value, lower.load(std::memory_order_relaxed)), upper.load(std::memory_order_relaxed));
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
    copy(growth, other.growth);
    copy(lower, other.lower);
    copy(upper, other.upper);
    copy(later_visits, other.later_visits);
    copy(later_sum, other.later_sum);
    copy(length, other.length);
    copy(tried, other.tried);
  }
};
static_assert(sizeof(SampleNode) == 48);

// Where a playout goes on from a node: to one of its children.
struct Way {
  std::uint32_t first = 0;
  std::uint16_t count = 0;  // 0: nowhere, as the node has no children or its value is proven
  Side turn = Side::first;
  std::uint8_t marks = 0;
  // Something is proven of the node; all is, and its value is a float; it has children that nobody looked at.
  static constexpr std::uint8_t kBounded = 1, kTold = 2, kUntried = 4;
};
static_assert(sizeof(Way) == 8);

// What playouts have told of a node, and what choosing asks of every child of every
// node on the way: two of them fit a line of the cache, and a playout through nodes
// of which nothing is proven touches nothing else.
struct Tally {
  struct Worth {
    float value = 0, root = Roots::kUntried;  // root: 1 / sqrt(visits)
  };

  std::atomic<Worth> worth{};
  std::atomic<Way> way{};
  std::atomic<double> sum{0};
  std::atomic<std::uint32_t> visits{0};
  std::atomic<float> spread{0};  // sqrt(log(visits + 1)), by which its children are explored

  double mean() const {
    const auto n = visits.load(std::memory_order_relaxed);
    return n == 0 ? 0 : sum.load(std::memory_order_relaxed) / n;
  }
  float root() const { return worth.load(std::memory_order_relaxed).root; }

  // One playout more, while nobody else counts.
  void count(double value, const SampleNode& node) {
    constexpr auto now = std::memory_order_relaxed;
    const auto n = visits.load(now) + 1;
    const double all = sum.load(now) + value;
    visits.store(n, now);
    sum.store(all, now);
    set_worth(n, all, node);
  }
  // After a change of the mean.
  void refresh_mean(const SampleNode& node) {
    set_worth(visits.load(std::memory_order_relaxed), sum.load(std::memory_order_relaxed), node);
  }
  // After any other change.
  void refresh(const SampleNode& node) {
    const double low = node.lower.load(std::memory_order_relaxed), high = node.upper.load(std::memory_order_relaxed);
    Way next;
    if (node.grown() && low < high) {
      next = {node.first, node.count, node.turn};
      if (node.tried.load(std::memory_order_relaxed) < node.count) next.marks = Way::kUntried;
    }
    if (low > -1 || high < 1) next.marks |= Way::kBounded;
    if (low >= high && low == static_cast<float>(low)) next.marks |= Way::kTold;
    way.store(next, std::memory_order_release);
    refresh_mean(node);
  }
  // It is proven to be no better than another, which stays so.
  void rule_out() {
    worth.store({worth.load(std::memory_order_relaxed).value, Roots::kRuledOut}, std::memory_order_relaxed);
  }

  // While nobody else looks.
  void take(const Tally& other) {
    copy(worth, other.worth);
    copy(way, other.way);
    copy(sum, other.sum);
    copy(visits, other.visits);
    copy(spread, other.spread);
  }

 private:
  void set_worth(std::uint32_t n, double all, const SampleNode& node) {
    constexpr auto now = std::memory_order_relaxed;
    Worth found{0, kRoots.inverse(n)};
    double value = std::min(std::max(all * found.root * found.root, -1.0), 1.0);
    if ((way.load(now).marks & Way::kBounded) != 0) {
      value = node.within(value);
      if (root() < 0) found.root = Roots::kRuledOut;
    }
    found.value = static_cast<float>(value);
    worth.store(found, now);
    spread.store(kRoots.of_log(n + 1), now);
  }
};
static_assert(sizeof(Tally) == 32);

}  // namespace kibitz
