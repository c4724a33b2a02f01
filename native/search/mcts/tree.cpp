#include "search/mcts/tree.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace kibitz {

MctsTree::MctsTree(std::size_t bytes)
    // A root and the children of one node always fit.
    : memory_(std::max(bytes, std::size_t{1} << 17) + kBytesPerNode),
      room_(std::min<std::uint64_t>(memory_.size() / kBytesPerNode, std::numeric_limits<std::uint32_t>::max())),
      stats_(static_cast<NodeStats*>(memory_.data())),
      nodes_(reinterpret_cast<MctsNode*>(stats_ + room_)) {
  if (memory_.data() == nullptr) throw std::bad_alloc();
  memory_.in_large_pages();
  clear();
}

std::uint32_t MctsTree::add(std::size_t count) {
  if (count == 0 || count > kMaxChildren) return 0;
  auto before = used_.load(std::memory_order_relaxed);
  do {
    if (before + count > room_) {
      full_.store(true, std::memory_order_relaxed);
      return 0;
    }
  } while (!used_.compare_exchange_weak(before, before + count, std::memory_order_relaxed));
  for (std::size_t i = 0; i < count; ++i) {
    new (nodes_ + before + i) MctsNode();
    new (stats_ + before + i) NodeStats();
  }
  return static_cast<std::uint32_t>(before);
}

void MctsTree::clear() {
  new (nodes_ + kRoot) MctsNode();
  new (stats_ + kRoot) NodeStats();
  used_.store(kRoot + 1, std::memory_order_relaxed);
  full_.store(false, std::memory_order_relaxed);
}

// Compaction in one pass: children have greater indices than their parents and move to lower ones.
void MctsTree::keep(std::uint32_t node) {
  if (node == kRoot) return;
  constexpr std::uint32_t kUnreachable = std::numeric_limits<std::uint32_t>::max();
  auto& all = *this;
  const std::uint32_t end = used();
  std::uint32_t next = kRoot;
  // Nodes outside the new root's subtree are unreachable.
  for (std::uint32_t i = kRoot; i < end; ++i)
    if (i != node) all[i].parent = kUnreachable;
  const auto move_to = [&](std::uint32_t from, std::uint32_t to) {
    if (from != to) {
      all[to].copy_from(all[from]);
      stats_[to].copy_from(stats_[from]);
    }
    refresh(to);
    if (all[to].expanded())
      for (auto& child : children(all[to])) child.parent = to;
  };
  move_to(node, next++);
  all[kRoot].parent = 0;
  for (std::uint32_t i = node + 1; i < end; ++i) {
    const auto parent = all[i].parent;
    if (parent == kUnreachable) continue;
    if (all[parent].first == i) {
      all[parent].first = next;
      refresh(parent);
    }
    move_to(i, next++);
  }
  used_.store(next, std::memory_order_relaxed);
  full_.store(false, std::memory_order_relaxed);
}

}  // namespace kibitz
