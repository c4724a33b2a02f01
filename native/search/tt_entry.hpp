// What a search knows of a position it has seen, and how that is kept so that any
// number of threads may read and write at once without locks.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/bound.hpp"

namespace kibitz {

// What is known of a position, `depth` decisions deep.
struct TTEntry {
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
  static TTEntry unpacked(std::uint64_t data) {
    TTEntry seen;
    seen.score = static_cast<std::int64_t>(data >> 26) - (std::int64_t{1} << (score_bits - 1));
    seen.move = static_cast<std::uint32_t>(data >> 14) & no_move;
    seen.age = static_cast<std::uint8_t>(data >> 11 & 7u);
    seen.depth = static_cast<int>(data >> 3 & 255u);
    seen.bound = static_cast<Bound>(data >> 1 & 3u);
    seen.complete = (data & 1u) != 0;
    return seen;
  }
};

// Two words. The second holds the data; the first holds the key, combined with the
// data by exclusive or, so that an entry half written by one thread and half by
// another belongs to no key and is never believed.
struct SeenEntry {
  std::atomic<std::uint64_t> check, data;

  // `held` is what `data` was when it was read.
  bool belongs_to(std::uint64_t key, std::uint64_t held) const {
    return (check.load(std::memory_order_relaxed) ^ held) == key && held != 0;
  }
  void put(std::uint64_t key, std::uint64_t packed) {
    check.store(key ^ packed, std::memory_order_relaxed);
    data.store(packed, std::memory_order_relaxed);
  }
};
static_assert(sizeof(SeenEntry) == 16 && std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace kibitz
