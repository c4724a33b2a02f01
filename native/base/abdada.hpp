// ABDADA (Weill 1996): the positions that threads are searching right now, so
// that a thread can defer a move whose subtree another one is searching.
//
// A small lossy hash table without locks. A key that is lost or kept too long
// costs time; it never changes a result.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kibitz {

class AbdadaTable {
 public:
  void clear() {
    for (auto& slot : slots_) slot.key.store(0, std::memory_order_relaxed);
  }
  bool contains(std::uint64_t key) const { return slot(key).load(std::memory_order_relaxed) == key; }
  void insert(std::uint64_t key) { slot(key).store(key, std::memory_order_relaxed); }
  void erase(std::uint64_t key) {
    if (contains(key)) slot(key).store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr int kBits = 9;

  // One cache line each, against false sharing.
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> key{0};
  };

  std::atomic<std::uint64_t>& slot(std::uint64_t key) const {
    return slots_[key * 0x9E3779B97F4A7C15u >> (64 - kBits)].key;
  }

  mutable std::array<Slot, std::size_t{1} << kBits> slots_{};
};

}  // namespace kibitz
