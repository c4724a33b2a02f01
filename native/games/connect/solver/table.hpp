// What the solver remembers: bounds on the scores of positions, in one word each.
//
// An entry is a single 64-bit word, read and written whole, so threads share
// the table without locks. The key is spread by a multiplication that can be
// undone; its high bits choose the bucket in a region and the others are stored,
// so a hit is always the position itself. The region is chosen by the lowest
// rows alone: positions that are looked at one after the other share them, so
// the search works for a while in few pages, which stay in the processor's
// caches. Bounds never become wrong: nothing is ever cleared between searches,
// old entries only lose their claim to stay.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>

#include "base/zeroed_memory.hpp"
#include "games/connect/solver/board.hpp"

namespace kibitz::connect {

struct Bounds {
  int low;
  int high;
};

template <class Board>
class BoundsTable {
 public:
  // 2^bits buckets of four entries, 32 bytes each.
  BoundsTable(const Board& board, int bits)
      : board_(board),
        bits_(std::clamp(bits, least_region_bits(),
                         std::clamp(board.key_bits(), least_region_bits(), std::max(kMaxBits, least_region_bits())))),
        memory_(std::size_t{32} << bits_) {
    if (memory_.data() == nullptr) throw std::bad_alloc();
  }

  void clear() {
    // New memory is quicker to have than old memory to clear, and takes nothing where nothing was.
    ZeroedMemory fresh(memory_.size());
    if (fresh.data() != nullptr)
      fresh.swap(memory_);
    else
      for (std::size_t i = 0; i < std::size_t{4} << bits_; ++i) entries()[i].store(0, std::memory_order_relaxed);
  }
  // Keeps all that is known here in another table for the same board as well.
  void pour_into(BoundsTable& other) const {
    const int in_bits = bits_ - region_bits();
    for (std::size_t i = 0; i < std::size_t{4} << bits_; ++i) {
      const auto entry = entries()[i].load(std::memory_order_relaxed);
      if (entry == 0) continue;
      // The bucket in its region has the high bits of the hash, the entry the others.
      const auto in_region = (i >> 2) & ((std::size_t{1} << in_bits) - 1);
      const auto high = in_bits >= board_.key_bits() ? in_region : in_region << (board_.key_bits() - in_bits);
      const auto key = whole((high | entry >> kRestShift) * kBack);
      auto known = unpack(entry);
      other.find(key, known);
      other.store(key, known, work_of(entry));
    }
  }
  // A new search: entries that it doesn't use make room first.
  void next_age() { age_ = (age_ + 1) & kAgeMask; }

  void prefetch(std::uint64_t key) const {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(bucket(key, spread(key)));
#else
    (void)key;
#endif
  }

  // Narrows `known` if the position is there, and says whether it is.
  bool find(std::uint64_t key, Bounds& known) const {
    const auto hash = spread(key);
    const auto* place = bucket(key, hash);
    const auto rest = rest_of(hash);
    for (int i = 0; i < 4; ++i) {
      const auto entry = place[i].load(std::memory_order_relaxed);
      if ((entry >> kRestShift) == rest && entry != 0) {
        const auto found = unpack(entry);
        known.low = std::max(known.low, found.low);
        known.high = std::min(known.high, found.high);
        return true;
      }
    }
    return false;
  }

  // Keeps what is known of a position; `work` is the logarithm of its cost.
  void store(std::uint64_t key, const Bounds& bounds, int work) {
    const auto hash = spread(key);
    auto* place = bucket(key, hash);
    const auto rest = rest_of(hash);
    std::atomic<std::uint64_t>* victim = place;
    int least = 1 << 30;
    for (int i = 0; i < 4; ++i) {
      const auto entry = place[i].load(std::memory_order_relaxed);
      if ((entry >> kRestShift) == rest && entry != 0) {
        victim = place + i;
        break;
      }
      const int worth = entry == 0 ? -1 : work_of(entry) + (age_of(entry) == age_ ? kWorkMask + 1 : 0);
      if (worth < least) {
        least = worth;
        victim = place + i;
      }
    }
    victim->store(pack(rest, bounds, work), std::memory_order_relaxed);
  }

 private:
  // From the low end: low bound, high bound, work, age; the rest of the key on top.
  static constexpr int kScoreBits = 7;
  static constexpr int kScoreMask = (1 << kScoreBits) - 1;
  static constexpr int kOffset = 1 << (kScoreBits - 1);
  static constexpr int kWorkMask = 31;
  static constexpr int kAgeMask = 3;
  static constexpr int kWorkShift = 2 * kScoreBits;
  static constexpr int kAgeShift = kWorkShift + 5;
  static constexpr int kRestShift = kAgeShift + 2;

  // Buckets in a region: at least 2^10 (32 KiB), and as many as it takes for the
  // rest of the key to fit. Regions go by the three lowest rows. (Two rows or
  // fewer buckets crowd some regions, more of either is slower: docs/connect4.md.)
  constexpr int least_region_bits() const { return std::max(10, board_.key_bits() + kRestShift - 64); }
  static constexpr int kMaxRegions = 12;
  static constexpr int kMaxBits = 36;  // 2 TiB

  // An odd factor: a bijection of the keys, which its inverse undoes.
  static constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
  static constexpr std::uint64_t kBack = [] {
    std::uint64_t inverse = kFactor;  // right in its three lowest bits; each step doubles them
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - kFactor * inverse;
    return inverse;
  }();
  static_assert(kFactor * kBack == 1);
  std::uint64_t whole(std::uint64_t number) const {
    return number << (64 - board_.key_bits()) >> (64 - board_.key_bits());
  }
  std::uint64_t spread(std::uint64_t key) const { return whole(key * kFactor); }
  int region_bits() const { return std::min(bits_ - least_region_bits(), kMaxRegions); }
  std::atomic<std::uint64_t>* bucket(std::uint64_t key, std::uint64_t hash) const {
    const int regions = region_bits();
    const auto region = regions == 0 ? 0 : ((key & board_.low_rows()) * 0xD6E8FEB86659FD93u) >> (64 - regions);
    const int in_bits = bits_ - regions;
    const auto in_region = in_bits >= board_.key_bits() ? hash : hash >> (board_.key_bits() - in_bits);
    return entries() + ((region << in_bits | in_region) << 2);
  }
  // For a small board nothing but the key itself would do; then all of it is stored.
  std::uint64_t rest_of(std::uint64_t hash) const {
    const int rest_bits = board_.key_bits() - least_region_bits();
    return rest_bits <= 0 ? hash : hash & ((std::uint64_t{1} << rest_bits) - 1);
  }
  std::uint64_t pack(std::uint64_t rest, const Bounds& b, int work) const {
    return rest << kRestShift | static_cast<std::uint64_t>(age_) << kAgeShift |
           static_cast<std::uint64_t>(work < kWorkMask ? work : kWorkMask) << kWorkShift |
           static_cast<std::uint64_t>(b.high + kOffset) << kScoreBits | static_cast<std::uint64_t>(b.low + kOffset);
  }
  static Bounds unpack(std::uint64_t e) {
    const auto field = [e](int shift, int mask) { return static_cast<int>(e >> shift) & mask; };
    return {field(0, kScoreMask) - kOffset, field(kScoreBits, kScoreMask) - kOffset};
  }
  static int work_of(std::uint64_t e) { return static_cast<int>(e >> kWorkShift) & kWorkMask; }
  static int age_of(std::uint64_t e) { return static_cast<int>(e >> kAgeShift) & kAgeMask; }

  std::atomic<std::uint64_t>* entries() const { return static_cast<std::atomic<std::uint64_t>*>(memory_.data()); }

  [[no_unique_address]] Board board_;
  int bits_;
  int age_ = 0;
  ZeroedMemory memory_;
};

}  // namespace kibitz::connect
