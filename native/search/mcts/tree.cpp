#include "search/mcts/tree.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace kibitz {

SampleTree::SampleTree(std::size_t bytes)
    // A root and the children of one node fit always.
    : memory_(std::max(bytes, std::size_t{1} << 17) + kBytesOfNode),
      room_(std::min<std::uint64_t>(memory_.size() / kBytesOfNode, std::numeric_limits<std::uint32_t>::max())),
      tallies_(static_cast<Tally*>(memory_.data())),
      nodes_(reinterpret_cast<SampleNode*>(tallies_ + room_)) {
  if (memory_.data() == nullptr) throw std::bad_alloc();
  memory_.in_large_pages();
  clear();
}

std::uint32_t SampleTree::add(std::size_t count) {
  if (count == 0 || count > kMostChildren) return 0;
  auto before = used_.load(std::memory_order_relaxed);
  do {
    if (before + count > room_) {
      full_.store(true, std::memory_order_relaxed);
      return 0;
    }
  } while (!used_.compare_exchange_weak(before, before + count, std::memory_order_relaxed));
  for (std::size_t i = 0; i < count; ++i) {
    new (nodes_ + before + i) SampleNode();
    new (tallies_ + before + i) Tally();
  }
  return static_cast<std::uint32_t>(before);
}

void SampleTree::clear() {
  new (nodes_ + kRoot) SampleNode();
  new (tallies_ + kRoot) Tally();
  used_.store(kRoot + 1, std::memory_order_relaxed);
  full_.store(false, std::memory_order_relaxed);
}

// Children have greater numbers than their parents, and move to lower ones, so that
// one pass moves everything and finds every node where it was or where it now is.
void SampleTree::keep(std::uint32_t node) {
  if (node == kRoot) return;
  constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
  auto& all = *this;
  const std::uint32_t end = used();
  std::uint32_t next = kRoot;
  // Whoever is not reached from the new root has nobody for a parent.
  for (std::uint32_t i = kRoot; i < end; ++i)
    if (i != node) all[i].parent = nobody;
  const auto move_to = [&](std::uint32_t from, std::uint32_t to) {
    if (from != to) {
      all[to].take(all[from]);
      tallies_[to].take(tallies_[from]);
    }
    refresh(to);
    if (all[to].grown())
      for (auto& child : children(all[to])) child.parent = to;
  };
  move_to(node, next++);
  all[kRoot].parent = 0;
  for (std::uint32_t i = node + 1; i < end; ++i) {
    const auto parent = all[i].parent;
    if (parent == nobody) continue;
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
