// The MCTS tree in a fixed amount of memory. Nodes are identified by index; siblings are contiguous and come after
// their parent. Index 0 is no node, index 1 the root.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/zeroed_memory.hpp"
#include "search/mcts/node.hpp"

namespace kibitz {

class MctsTree {
 public:
  static constexpr std::uint32_t kRoot = 1;
  // Per node; further moves are ignored.
  static constexpr std::size_t kMaxChildren = 65535;
  static constexpr std::size_t kBytesPerNode = sizeof(MctsNode) + sizeof(NodeStats);

  // Throws std::bad_alloc if there is not enough memory.
  explicit MctsTree(std::size_t bytes);

  MctsNode& operator[](std::uint32_t node) { return nodes_[node]; }
  const MctsNode& operator[](std::uint32_t node) const { return nodes_[node]; }
  MctsNode& root() { return (*this)[kRoot]; }
  const MctsNode& root() const { return (*this)[kRoot]; }
  std::span<MctsNode> children(const MctsNode& node) { return {nodes_ + node.first, node.count}; }
  std::span<const MctsNode> children(const MctsNode& node) const { return {nodes_ + node.first, node.count}; }
  std::uint32_t number_of(const MctsNode& node) const { return static_cast<std::uint32_t>(&node - nodes_); }

  NodeStats& stats(std::uint32_t node) { return stats_[node]; }
  const NodeStats& stats(const MctsNode& node) const { return stats_[number_of(node)]; }
  ChildRange range(std::uint32_t node) const { return stats_[node].range.load(std::memory_order_acquire); }
  std::span<const NodeStats> child_stats(const ChildRange& range) const { return {stats_ + range.first, range.count}; }
  // After a change of a node's mean, and after any other change.
  void refresh_mean(std::uint32_t node) { stats_[node].refresh_mean((*this)[node]); }
  void refresh(std::uint32_t node) { stats_[node].refresh((*this)[node]); }

  std::uint32_t visits(const MctsNode& node) const { return stats(node).visits.load(std::memory_order_relaxed); }
  // The mean, clamped to the proved bounds.
  double value(const MctsNode& node) const { return node.within(stats(node).mean()); }

  // Number of nodes.
  std::uint64_t size() const { return used() - kRoot; }
  bool full() const { return full_.load(std::memory_order_relaxed); }

  // Allocates contiguous nodes and returns the first, or 0 if the tree is full.
  std::uint32_t add(std::size_t count);

  // Resets the tree to a root.
  void clear();
  // Makes a node the root and frees everything outside its subtree.
  void keep(std::uint32_t node);

 private:
  std::uint32_t used() const { return static_cast<std::uint32_t>(used_.load(std::memory_order_relaxed)); }

  ZeroedMemory memory_;
  std::uint64_t room_;
  // The statistics, read by every playout, come first in memory.
  NodeStats* stats_;
  MctsNode* nodes_;
  std::atomic<std::uint64_t> used_;
  std::atomic<bool> full_{false};
};

}  // namespace kibitz
