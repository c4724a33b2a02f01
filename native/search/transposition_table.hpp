// The transposition table, in a fixed amount of memory, shared by any number of threads without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/control.hpp"
#include "base/zeroed_memory.hpp"
#include "search/double_hashing.hpp"
#include "search/tt_entry.hpp"

namespace kibitz {

// Entries are in clusters of four, one cache line each. A key may be in any slot of its cluster; the replacement
// scheme evicts the shallowest entry, with a penalty for entries of earlier iterations.
//
// A table starts small and doubles when half full, so that a short search touches little memory. The main thread
// grows it while the others go on; entries may be lost meanwhile, but are never wrong. A search may ask for double
// hashing instead.
class TranspositionTable {
 public:
  // `control` can interrupt growing, which is slow for a large table.
  TranspositionTable(std::uint64_t bytes, bool double_hashing, int threads, const Control& control);

  std::optional<TTEntry> find(std::uint64_t key) const {
    if (other_) [[unlikely]]
      return other_->find(key);
    for (const auto& entry : cluster(key).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      if (entry.belongs_to(key, data)) return TTEntry::unpacked(data);
    }
    return std::nullopt;
  }

  // Starts a new generation; earlier entries are evicted sooner.
  void set_time(int time) { age_.store(static_cast<std::uint8_t>(time & 7), std::memory_order_relaxed); }

  // `is_main`: this thread grows the table.
  void store(std::uint64_t key, TTEntry seen, bool is_main = true) {
    if (other_) [[unlikely]]
      return other_->store(key, seen);
    const int age = seen.age = age_.load(std::memory_order_relaxed);
    TTSlot* place = nullptr;
    int least = TTEntry::deepest + 1;
    for (auto& entry : cluster(key).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      const auto old = TTEntry::unpacked(data);
      if (entry.belongs_to(key, data)) {
        if (seen.move == TTEntry::no_move) seen.move = old.move;
        place = &entry;
        break;
      }
      const int worth = data == 0 ? -256 : old.depth - kFade * ((age - old.age) & 7);
      if (worth < least) {
        least = worth;
        place = &entry;
      }
    }
    const bool filled_empty = is_main && doublings_ > 0 && place->data.load(std::memory_order_relaxed) == 0;
    place->put(key, seen.packed());
    if (filled_empty && (filled_ += threads_) >= 2 * clusters_) grow();
  }

 private:
  struct Cluster {
    TTSlot entries[4];
  };
  static_assert(sizeof(Cluster) == 64);
  // The penalty of an entry's age in decisions of depth per generation (measured in docs/search.md).
  static constexpr int kFade = 4;
  static constexpr std::uint64_t kFewestClusters = 512;
  static constexpr std::size_t kLarge = std::size_t{1} << 28;
  static constexpr std::uint64_t kMostClusters = std::uint64_t{1} << 32;

  static std::uint64_t checked(std::uint64_t bytes);

  // Keys of games in Python may be poorly distributed, so they are mixed first.
  Cluster& cluster(std::uint64_t key) const {
    const auto mixed = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
    return static_cast<Cluster*>(memory_.data())[((mixed >> 32) * clusters_.load(std::memory_order_relaxed)) >> 32];
  }

  // Doubles the number of clusters.
  void grow();
  // Touches memory, so that the system provides it.
  void claim(std::uint64_t from, std::uint64_t to);
  // Whether the search must end, polled now and then.
  bool ended(std::uint64_t i) const;

  std::optional<DoubleHashing> other_;
  std::atomic<std::uint8_t> age_{0};
  const Control& control_;
  std::size_t most_bytes_;
  std::uint64_t threads_;
  std::atomic<std::uint64_t> clusters_;  // in use
  int doublings_ = 0;                    // until the table has its full size
  std::uint64_t filled_ = 0;             // number of entries, while it grows
  ZeroedMemory memory_;                  // small at first, if it grows
};

}  // namespace kibitz
