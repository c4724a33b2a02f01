// The transposition table of the selective search, shared by all threads and kept
// from move to move: clusters of four entries in a cache line, lock-free by XORed keys.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include "base/types.hpp"
#include "base/zeroed_memory.hpp"
#include "search/bound.hpp"

namespace kibitz::selective {

// An entry in one word.
struct TTEntry {
  std::uint16_t move = 0;
  std::int16_t score = 0;
  std::int16_t eval = 0;   // static evaluation, uncorrected
  std::uint8_t depth = 0;  // plus kDepthOffset
  std::uint8_t generation : 5 = 0;
  std::uint8_t is_pv : 1 = 0;
  std::uint8_t bound : 2 = 0;
};
static_assert(sizeof(TTEntry) == 8);

class TranspositionTable {
 public:
  // No static evaluation.
  static constexpr int kNoEval = -32768;
  // Entries of the quiescence search have depths below 0.
  static constexpr int kDepthOffset = 8;

  explicit TranspositionTable(std::uint64_t bytes) : memory_(0) { resize(bytes); }

  // Clears the table; throws if there is not enough memory.
  void resize(std::uint64_t bytes) {
    const auto clusters = std::max<std::uint64_t>(bytes / sizeof(Cluster), 1024);
    ZeroedMemory(0).swap(memory_);
    ZeroedMemory fresh(static_cast<std::size_t>(clusters * sizeof(Cluster)));
    if (fresh.data() == nullptr) {
      ZeroedMemory least(1024 * sizeof(Cluster));
      memory_.swap(least);
      clusters_ = 1024;
      throw RulesError("there is not enough memory for a table of " + std::to_string(bytes) + " bytes");
    }
    fresh.in_large_pages();
    memory_.swap(fresh);
    clusters_ = clusters;
    bytes_ = bytes;
    generation_ = 0;
  }
  void clear() { resize(bytes_); }

  // Ages the entries of earlier searches.
  void new_search() { generation_ = (generation_ + 1) & 31; }

  void prefetch(std::uint64_t key) const {
#if defined(__GNUC__)
    __builtin_prefetch(&cluster(key));
#endif
  }

  std::optional<TTEntry> probe(std::uint64_t key) const {
    for (const Slot& slot : cluster(key).slots) {
      const auto data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return std::bit_cast<TTEntry>(data);
    }
    return std::nullopt;
  }

  // Keeps the old move of the position if the new entry has none.
  void store(std::uint64_t key, TTEntry entry) {
    entry.generation = static_cast<std::uint8_t>(generation_ & 31);
    Slot* replaced = nullptr;
    int least = 1 << 20;
    for (Slot& slot : cluster(key).slots) {
      const auto data = slot.data.load(std::memory_order_relaxed);
      const auto old = std::bit_cast<TTEntry>(data);
      if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
        if (entry.move == 0) entry.move = old.move;
        // A deeper entry stays unless the new one is nearly as deep, or exact.
        if (entry.bound != static_cast<std::uint8_t>(Bound::exact) && entry.depth + 4 < old.depth &&
            old.generation == entry.generation)
          return;
        replaced = &slot;
        break;
      }
      const int worth = data == 0 ? -1 : old.depth - 8 * ((generation_ - old.generation) & 31);
      if (worth < least) {
        least = worth;
        replaced = &slot;
      }
    }
    const auto data = std::bit_cast<std::uint64_t>(entry);
    replaced->check.store(key ^ data, std::memory_order_relaxed);
    replaced->data.store(data, std::memory_order_relaxed);
  }

  // The permille of slots written in this search, by a sample of 1,000.
  int hashfull() const {
    int filled = 0;
    for (std::size_t i = 0; i < 250; ++i)
      for (const Slot& slot : clusters()[i].slots) {
        const auto data = slot.data.load(std::memory_order_relaxed);
        if (data != 0 && std::bit_cast<TTEntry>(data).generation == (generation_ & 31)) ++filled;
      }
    return filled;
  }

 private:
  // The key is XORed with the data, so that a slot half written by two threads matches no key.
  struct Slot {
    std::atomic<std::uint64_t> check, data;
  };
  struct alignas(64) Cluster {
    Slot slots[4];
  };
  static_assert(sizeof(Cluster) == 64);

  Cluster* clusters() const { return static_cast<Cluster*>(memory_.data()); }
  Cluster& cluster(std::uint64_t key) const {
#if defined(__SIZEOF_INT128__)
    __extension__ using Wide = unsigned __int128;
    return clusters()[static_cast<std::uint64_t>((static_cast<Wide>(key) * clusters_) >> 64)];
#else
    return clusters()[((key >> 32) * clusters_) >> 32];
#endif
  }

  ZeroedMemory memory_;
  std::uint64_t clusters_ = 0, bytes_ = 0;
  unsigned generation_ = 0;
};

}  // namespace kibitz::selective
