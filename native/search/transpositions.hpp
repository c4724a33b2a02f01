// The transposition table: what a search knows of positions it has seen, in a
// fixed amount of memory that any number of threads may read and write at once
// without locks.
//
// An entry is two words. The second holds the data; the first holds the key,
// combined with the data by exclusive or, so that an entry half written by one
// thread and half by another belongs to no key and is never believed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/control.hpp"
#include "base/zeroed.hpp"

namespace kibitz {

enum class Bound : std::uint8_t { none, upper, lower, exact };

// What is known of a position, `depth` decisions deep.
struct Seen {
  static constexpr int score_bits = 38;
  static constexpr std::uint32_t no_move = (1u << 12) - 1;
  static constexpr int deepest = 255;

  std::int64_t score = 0;        // for its mover, fits `score_bits`
  std::uint32_t move = no_move;  // the best move's place in the game's list of moves
  int depth = 0;                 // at most `deepest`
  Bound bound = Bound::none;
  bool complete = false;  // no line below met the horizon, so the bound holds at greater depth too
  std::uint8_t age = 0;   // when it was stored, counted by the table

  std::uint64_t packed() const {
    const auto biased = static_cast<std::uint64_t>(score + (std::int64_t{1} << (score_bits - 1)));
    return biased << 26 | std::uint64_t{move} << 14 | std::uint64_t{age} << 11 |
           static_cast<std::uint64_t>(depth) << 3 | static_cast<std::uint64_t>(bound) << 1 |
           static_cast<std::uint64_t>(complete);
  }
  static Seen unpacked(std::uint64_t data) {
    Seen seen;
    seen.score = static_cast<std::int64_t>(data >> 26) - (std::int64_t{1} << (score_bits - 1));
    seen.move = static_cast<std::uint32_t>(data >> 14) & no_move;
    seen.age = static_cast<std::uint8_t>(data >> 11 & 7u);
    seen.depth = static_cast<int>(data >> 3 & 255u);
    seen.bound = static_cast<Bound>(data >> 1 & 3u);
    seen.complete = (data & 1u) != 0;
    return seen;
  }
};

// Entries stand in clusters of four, one line of a processor's cache: a key may
// be in any place of its cluster, and the shallowest entry there makes room,
// those of earlier depths of the same search before others.
//
// A table begins small and doubles when half full, so that a short search
// touches little memory. Of several threads one sees to that while the others go
// on: what they miss or overwrite meanwhile is lost, never wrong.
class TranspositionTable {
 public:
  // `control` may end the growing, which takes a while where the table is large.
  TranspositionTable(std::uint64_t bytes, int threads, const Control& control);

  std::optional<Seen> find(std::uint64_t key) const {
    for (const Entry& entry : cluster(key).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return Seen::unpacked(data);
    }
    return std::nullopt;
  }

  // Entries of earlier times count less from now on.
  void set_time(int time) { age_.store(static_cast<std::uint8_t>(time & 7), std::memory_order_relaxed); }

  // `leads` says that it is the thread that makes the table grow.
  void store(std::uint64_t key, Seen seen, bool leads = true) {
    const int age = seen.age = age_.load(std::memory_order_relaxed);
    Entry* place = nullptr;
    int least = Seen::deepest + 1;
    for (Entry& entry : cluster(key).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      const auto old = Seen::unpacked(data);
      if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
        if (seen.move == Seen::no_move) seen.move = old.move;
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
    const auto data = seen.packed();
    place->check.store(key ^ data, std::memory_order_relaxed);
    place->data.store(data, std::memory_order_relaxed);
    if (fills && (filled_ += threads_) >= 2 * clusters_) grow();
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check, data;
  };
  struct Cluster {
    Entry entries[4];
  };
  static_assert(sizeof(Cluster) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);
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
