// The table of positions seen, shared by all threads and kept from move to move:
// clusters of four entries in one line of the processor's cache.
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

namespace kibitz {

// What is remembered of a position, in one word.
struct Remembered {
  std::uint16_t move = 0;
  std::int16_t score = 0;
  std::int16_t points = 0;  // the judgement without search
  std::uint8_t depth = 0;   // counted from a little below the horizon
  std::uint8_t age : 5 = 0;
  std::uint8_t led : 1 = 0;  // was on the line expected
  std::uint8_t limit : 2 = 0;
};
static_assert(sizeof(Remembered) == 8);

class SelectiveMemory {
 public:
  // What stands for a judgement that was not made.
  static constexpr int kNoPoints = -32768;
  // Depths below the horizon are stored too.
  static constexpr int kBelow = 8;

  explicit SelectiveMemory(std::uint64_t bytes) : memory_(0) { resize(bytes); }

  // Forgets everything; throws where there is not enough memory.
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
    age_ = 0;
  }
  void forget() { resize(bytes_); }
  std::uint64_t bytes() const { return bytes_; }

  // Entries of earlier searches count less from now on.
  void grow_older() { age_ = (age_ + 1) & 31; }

  void prefetch(std::uint64_t key) const {
#if defined(__GNUC__)
    __builtin_prefetch(&cluster(key));
#endif
  }

  std::optional<Remembered> find(std::uint64_t key) const {
    for (const Entry& entry : cluster(key).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0)
        return std::bit_cast<Remembered>(data);
    }
    return std::nullopt;
  }

  // `fresh` keeps the move that was known where it has none itself.
  void store(std::uint64_t key, Remembered fresh) {
    fresh.age = static_cast<std::uint8_t>(age_ & 31);
    Entry* place = nullptr;
    int least = 1 << 20;
    for (Entry& entry : cluster(key).entries) {
      const auto data = entry.data.load(std::memory_order_relaxed);
      const auto old = std::bit_cast<Remembered>(data);
      if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
        if (fresh.move == 0) fresh.move = old.move;
        // A deeper look is worth keeping unless this one is nearly as deep, or exact.
        if (fresh.limit != static_cast<std::uint8_t>(Bound::exact) && fresh.depth + 4 < old.depth &&
            old.age == fresh.age)
          return;
        place = &entry;
        break;
      }
      const int worth = data == 0 ? -1 : old.depth - 8 * ((age_ - old.age) & 31);
      if (worth < least) {
        least = worth;
        place = &entry;
      }
    }
    const auto data = std::bit_cast<std::uint64_t>(fresh);
    place->check.store(key ^ data, std::memory_order_relaxed);
    place->data.store(data, std::memory_order_relaxed);
  }

  // How full it is with what this search found, in thousandths.
  int fullness() const {
    int filled = 0;
    for (std::size_t i = 0; i < 250; ++i)
      for (const Entry& entry : clusters()[i].entries) {
        const auto data = entry.data.load(std::memory_order_relaxed);
        if (data != 0 && std::bit_cast<Remembered>(data).age == (age_ & 31)) ++filled;
      }
    return filled;
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check, data;
  };
  struct alignas(64) Cluster {
    Entry entries[4];
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
  unsigned age_ = 0;
};

}  // namespace kibitz
