// The tree of a sampling search, in so much memory and no more. Nodes are known by
// their number; children are made all at once, next to each other and after
// their parent. Number 0 is no node, number 1 the root.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/zeroed_memory.hpp"
#include "search/mcts/node.hpp"

namespace kibitz {

class SampleTree {
 public:
  static constexpr std::uint32_t kRoot = 1;
  // Children of one node; what a game has more of is never tried.
  static constexpr std::size_t kMostChildren = 65535;
  static constexpr std::size_t kBytesOfNode = sizeof(SampleNode) + sizeof(Tally);

  // Throws std::bad_alloc where there is not enough memory.
  explicit SampleTree(std::size_t bytes);

  SampleNode& operator[](std::uint32_t node) { return nodes_[node]; }
  const SampleNode& operator[](std::uint32_t node) const { return nodes_[node]; }
  SampleNode& root() { return (*this)[kRoot]; }
  const SampleNode& root() const { return (*this)[kRoot]; }
  std::span<SampleNode> children(const SampleNode& node) { return {nodes_ + node.first, node.count}; }
  std::span<const SampleNode> children(const SampleNode& node) const { return {nodes_ + node.first, node.count}; }
  std::uint32_t number_of(const SampleNode& node) const { return static_cast<std::uint32_t>(&node - nodes_); }

  Tally& tally(std::uint32_t node) { return tallies_[node]; }
  const Tally& tally(const SampleNode& node) const { return tallies_[number_of(node)]; }
  Way way(std::uint32_t node) const { return tallies_[node].way.load(std::memory_order_acquire); }
  std::span<const Tally> tallies(const Way& way) const { return {tallies_ + way.first, way.count}; }
  // After a change of a node's mean, and after any other.
  void refresh_mean(std::uint32_t node) { tallies_[node].refresh_mean((*this)[node]); }
  void refresh(std::uint32_t node) { tallies_[node].refresh((*this)[node]); }

  std::uint32_t visits(const SampleNode& node) const { return tally(node).visits.load(std::memory_order_relaxed); }
  // The mean as far as what is proven allows it.
  double value(const SampleNode& node) const { return node.within(tally(node).mean()); }

  // Nodes that there are.
  std::uint64_t size() const { return used() - kRoot; }
  bool full() const { return full_.load(std::memory_order_relaxed); }

  // Makes room for so many nodes next to each other: the first, or 0 if there is none.
  std::uint32_t add(std::size_t count);

  // Nothing but a root.
  void clear();
  // What is below a node stays, which becomes the root; all else goes.
  void keep(std::uint32_t node);

 private:
  std::uint32_t used() const { return static_cast<std::uint32_t>(used_.load(std::memory_order_relaxed)); }

  ZeroedMemory memory_;
  std::uint64_t room_;
  // The memory holds what every playout asks of all nodes, and then all else.
  Tally* tallies_;
  SampleNode* nodes_;
  std::atomic<std::uint64_t> used_;
  std::atomic<bool> full_{false};
};

}  // namespace kibitz
