// Entries of the transposition table, packed so that threads can share them without locks.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/bound.hpp"

namespace kibitz {

// The result of searching a position `depth` decisions deep.
struct TTEntry {
  static constexpr int score_bits = 38;
  static constexpr std::uint32_t no_move = (1u << 12) - 1;
  static constexpr int deepest = 255;

  std::int64_t score = 0;        // for its mover, fits `score_bits`
  std::uint32_t move = no_move;  // the best move's index in the game's move list
  int depth = 0;                 // at most `deepest`
  Bound bound = Bound::none;
  bool exhaustive = false;  // the subtree has no horizon leaves, so the bound holds at any greater depth
  std::uint8_t age = 0;     // the table's generation when it was stored

  std::uint64_t packed() const {
    const auto biased = static_cast<std::uint64_t>(score + (std::int64_t{1} << (score_bits - 1)));
    return biased << 26 | std::uint64_t{move} << 14 | std::uint64_t{age} << 11 |
           static_cast<std::uint64_t>(depth) << 3 | static_cast<std::uint64_t>(bound) << 1 |
           static_cast<std::uint64_t>(exhaustive);
  }
  static TTEntry unpacked(std::uint64_t data) {
    TTEntry seen;
    seen.score = static_cast<std::int64_t>(data >> 26) - (std::int64_t{1} << (score_bits - 1));
    seen.move = static_cast<std::uint32_t>(data >> 14) & no_move;
    seen.age = static_cast<std::uint8_t>(data >> 11 & 7u);
    seen.depth = static_cast<int>(data >> 3 & 255u);
    seen.bound = static_cast<Bound>(data >> 1 & 3u);
    seen.exhaustive = (data & 1u) != 0;
    return seen;
  }
};

// Two words: the data, and the key combined with the data by exclusive or (Hyatt and Mann 2002), so that an entry
// written by two threads at once matches no key.
struct TTSlot {
  std::atomic<std::uint64_t> check, data;

  // `held` is the value of `data` as read.
  bool belongs_to(std::uint64_t key, std::uint64_t held) const {
    return (check.load(std::memory_order_relaxed) ^ held) == key && held != 0;
  }
  void put(std::uint64_t key, std::uint64_t packed) {
    check.store(key ^ packed, std::memory_order_relaxed);
    data.store(packed, std::memory_order_relaxed);
  }
};
static_assert(sizeof(TTSlot) == 16 && std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace kibitz
