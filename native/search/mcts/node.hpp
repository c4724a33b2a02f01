// A node of the search tree, in two parts: NodeStats has what selection reads, MctsNode the rest. Values are the first
// player's, from -1 to 1.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/types.hpp"
#include "search/mcts/sqrt_tables.hpp"

namespace kibitz {

// For use by one thread only.
template <class T>
void copy(std::atomic<T>& to, const std::atomic<T>& from) {
  to.store(from.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

// Shared fields are atomic with relaxed order: a stale number only changes which child a playout selects. On one thread
// this costs nothing.
struct MctsNode {
  enum class Expansion : std::uint8_t { leaf, expanding, expanded };

  Move move = 0;             // from the parent
  std::uint32_t parent = 0;  // 0 for the root
  std::uint32_t first = 0;   // the first child; children are contiguous
  std::uint16_t count = 0;   // number of children
  Side turn = Side::first;   // the side to act, once expanded
  std::atomic<Expansion> expansion{Expansion::leaf};

  // Proved bounds (MCTS-Solver).
  std::atomic<double> lower{-1}, upper{1};
  float weight = 0;  // probability of a chance outcome, or prior of a move
  // RAVE: playouts in which the same side made this move later.
  std::atomic<std::uint32_t> rave_visits{0};
  std::atomic<float> rave_sum{0};
  // Plies of the proof of a win or loss.
  std::atomic<std::uint16_t> proof_length{0};
  // Leading children that are known to be visited, if unvisited ones are selected in order.
  std::atomic<std::uint16_t> visited_count{0};

  bool expanded() const { return expansion.load(std::memory_order_acquire) == Expansion::expanded; }
  bool proven() const { return lower.load(std::memory_order_relaxed) >= upper.load(std::memory_order_relaxed); }
  // Clamps a value to the proved bounds.
  double within(double value) const {
    return std::min(std::max(value, lower.load(std::memory_order_relaxed)), upper.load(std::memory_order_relaxed));
  }
  void set_exact(double value) {
    lower.store(value, std::memory_order_relaxed);
    upper.store(value, std::memory_order_relaxed);
  }

  // For use by one thread only.
  void copy_from(const MctsNode& other) {
    move = other.move;
    parent = other.parent;
    first = other.first;
    count = other.count;
    turn = other.turn;
    weight = other.weight;
    copy(expansion, other.expansion);
    copy(lower, other.lower);
    copy(upper, other.upper);
    copy(rave_visits, other.rave_visits);
    copy(rave_sum, other.rave_sum);
    copy(proof_length, other.proof_length);
    copy(visited_count, other.visited_count);
  }
};
static_assert(sizeof(MctsNode) == 48);

// The children of a node, as selection needs them.
struct ChildRange {
  std::uint32_t first = 0;
  std::uint16_t count = 0;  // 0: a leaf, or proved
  Side turn = Side::first;
  std::uint8_t flags = 0;
  // kBounded: some bound is proved. kExact: the value is proved and a float. kUnvisited: some child is unvisited.
  static constexpr std::uint8_t kBounded = 1, kExact = 2, kUnvisited = 4;
};
static_assert(sizeof(ChildRange) == 8);

// Statistics of a node, with everything that selection reads of each child. Two fit a cache line, and a playout through
// nodes without proofs touches nothing else.
struct NodeStats {
  struct UctTerms {
    float value = 0, root = SqrtTables::kUnvisited;  // root: 1 / sqrt(visits)
  };

  std::atomic<UctTerms> terms{};
  std::atomic<ChildRange> range{};
  std::atomic<double> sum{0};
  std::atomic<std::uint32_t> visits{0};
  std::atomic<float> sqrt_log{0};  // sqrt(log(visits + 1)), the exploration factor of the children

  double mean() const {
    const auto n = visits.load(std::memory_order_relaxed);
    return n == 0 ? 0 : sum.load(std::memory_order_relaxed) / n;
  }
  float root() const { return terms.load(std::memory_order_relaxed).root; }

  // Adds a playout; for use by one thread only.
  void count(double value, const MctsNode& node) {
    constexpr auto relaxed = std::memory_order_relaxed;
    const auto n = visits.load(relaxed) + 1;
    const double all = sum.load(relaxed) + value;
    visits.store(n, relaxed);
    sum.store(all, relaxed);
    set_worth(n, all, node);
  }
  // Call after a change of the mean.
  void refresh_mean(const MctsNode& node) {
    set_worth(visits.load(std::memory_order_relaxed), sum.load(std::memory_order_relaxed), node);
  }
  // Call after any other change.
  void refresh(const MctsNode& node) {
    const double low = node.lower.load(std::memory_order_relaxed), high = node.upper.load(std::memory_order_relaxed);
    ChildRange next;
    if (node.expanded() && low < high) {
      next = {node.first, node.count, node.turn};
      if (node.visited_count.load(std::memory_order_relaxed) < node.count) next.flags = ChildRange::kUnvisited;
    }
    if (low > -1 || high < 1) next.flags |= ChildRange::kBounded;
    if (low >= high && low == static_cast<float>(low)) next.flags |= ChildRange::kExact;
    range.store(next, std::memory_order_release);
    refresh_mean(node);
  }
  // Excludes the node from selection for good: it is proved to be no better than a sibling.
  void rule_out() {
    terms.store({terms.load(std::memory_order_relaxed).value, SqrtTables::kRuledOut}, std::memory_order_relaxed);
  }

  // For use by one thread only.
  void copy_from(const NodeStats& other) {
    copy(terms, other.terms);
    copy(range, other.range);
    copy(sum, other.sum);
    copy(visits, other.visits);
    copy(sqrt_log, other.sqrt_log);
  }

 private:
  void set_worth(std::uint32_t n, double all, const MctsNode& node) {
    constexpr auto relaxed = std::memory_order_relaxed;
    UctTerms found{0, kSqrtTables.inverse_sqrt(n)};
    double value = std::min(std::max(all * found.root * found.root, -1.0), 1.0);
    if ((range.load(relaxed).flags & ChildRange::kBounded) != 0) {
      value = node.within(value);
      if (root() < 0) found.root = SqrtTables::kRuledOut;
    }
    found.value = static_cast<float>(value);
    terms.store(found, relaxed);
    sqrt_log.store(kSqrtTables.sqrt_log(n + 1), relaxed);
  }
};
static_assert(sizeof(NodeStats) == 32);

}  // namespace kibitz
