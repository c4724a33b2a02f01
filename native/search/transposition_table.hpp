// The transposition table: what a search knows of positions it has seen, in a
// fixed amount of memory that any number of threads may read and write at once
// without locks.
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

// Entries stand in clusters of four, one line of a processor's cache: a key may
// be in any place of its cluster, and the shallowest entry there makes room,
// those of earlier depths of the same search before others.
//
// A table begins small and doubles when half full, so that a short search
// touches little memory. Of several threads one sees to that while the others go
// on: what they miss or overwrite meanwhile is lost, never wrong. All this is the
// usual scheme; a search may ask for double hashing instead.
class TranspositionTable {
 public:
  // `control` may end the growing, which takes a while where the table is large.
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

  // Entries of earlier times count less from now on.
  void set_time(int time) { age_.store(static_cast<std::uint8_t>(time & 7), std::memory_order_relaxed); }

  // `leads` says that it is the thread that makes the table grow.
  void store(std::uint64_t key, TTEntry seen, bool leads = true) {
    if (other_) [[unlikely]]
      return other_->store(key, seen);
    const int age = seen.age = age_.load(std::memory_order_relaxed);
    SeenEntry* place = nullptr;
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
    const bool fills = leads && doublings_ > 0 && place->data.load(std::memory_order_relaxed) == 0;
    place->put(key, seen.packed());
    if (fills && (filled_ += threads_) >= 2 * clusters_) grow();
  }

 private:
  struct Cluster {
    SeenEntry entries[4];
  };
  static_assert(sizeof(Cluster) == 64);
  // How many decisions of depth an entry is worth less for each depth that was
  // begun since; docs/search.md has the measurement.
  static constexpr int kFade = 4;
  static constexpr std::uint64_t kFewestClusters = 512;
  static constexpr std::size_t kLarge = std::size_t{1} << 28;
  static constexpr std::uint64_t kMostClusters = std::uint64_t{1} << 32;

  static std::uint64_t checked(std::uint64_t bytes);

  // Keys of games in Python may be poor, so they are stirred first.
  Cluster& cluster(std::uint64_t key) const {
    const auto stirred = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
    return static_cast<Cluster*>(memory_.data())[((stirred >> 32) * clusters_.load(std::memory_order_relaxed)) >> 32];
  }

  // Twice as many clusters.
  void grow();
  // Has the system hand out memory.
  void claim(std::uint64_t from, std::uint64_t to);
  // Whether the search must end, asked now and then.
  bool ended(std::uint64_t i) const;

  std::optional<DoubleHashing> other_;
  std::atomic<std::uint8_t> age_{0};
  const Control& control_;
  std::size_t most_bytes_;
  std::uint64_t threads_;
  std::atomic<std::uint64_t> clusters_;  // in use
  int doublings_ = 0;                    // until all memory is in use
  std::uint64_t filled_ = 0;             // entries, while it grows
  ZeroedMemory memory_;                  // little at first, if it grows
};

}  // namespace kibitz
