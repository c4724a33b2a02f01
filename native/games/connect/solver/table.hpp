// The solver's transposition table: bounds on scores, one 64-bit word per entry, lock-free.
//
// Keys are hashed by an invertible multiplication; the high bits of the hash select the bucket in a region and the
// entry stores the others, so there are no false hits. The lowest rows select the region: successive positions share
// them, so the search works in few pages at a time, which stay in the processor's caches. Bounds stay valid, so the
// table is never cleared between searches; old entries are only replaced first.
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
        bits_(std::clamp(bits, min_region_bits(),
                         std::clamp(board.key_bits(), min_region_bits(), std::max(kMaxBits, min_region_bits())))),
        memory_(std::size_t{32} << bits_) {
    if (memory_.data() == nullptr) throw std::bad_alloc();
  }

  void clear() {
    // New memory is faster than clearing, and untouched pages are free.
    ZeroedMemory fresh(memory_.size());
    if (fresh.data() != nullptr)
      fresh.swap(memory_);
    else
      for (std::size_t i = 0; i < std::size_t{4} << bits_; ++i) entries()[i].store(0, std::memory_order_relaxed);
  }
  // Copies all entries to another table of the same board.
  void copy_to(BoundsTable& other) const {
    const int in_bits = bits_ - region_bits();
    for (std::size_t i = 0; i < std::size_t{4} << bits_; ++i) {
      const auto entry = entries()[i].load(std::memory_order_relaxed);
      if (entry == 0) continue;
      // The bucket index has the high bits of the hash, the entry the others.
      const auto index_in_region = (i >> 2) & ((std::size_t{1} << in_bits) - 1);
      const auto high =
          in_bits >= board_.key_bits() ? index_in_region : index_in_region << (board_.key_bits() - in_bits);
      const auto key = mask_key((high | entry >> kTagShift) * kInverseFactor);
      auto known = unpack(entry);
      other.find(key, known);
      other.store(key, known, work_of(entry));
    }
  }
  // Starts a new search: unused entries of earlier ones are replaced first.
  void new_search() { generation_ = (generation_ + 1) & kGenerationMask; }

  void prefetch(std::uint64_t key) const {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(bucket(key, hash_of(key)));
#else
    (void)key;
#endif
  }

  // Narrows `known` to the stored bounds and returns whether there were any.
  bool find(std::uint64_t key, Bounds& known) const {
    const auto hash = hash_of(key);
    const auto* place = bucket(key, hash);
    const auto tag = tag_of(hash);
    for (int i = 0; i < 4; ++i) {
      const auto entry = place[i].load(std::memory_order_relaxed);
      if ((entry >> kTagShift) == tag && entry != 0) {
        const auto found = unpack(entry);
        known.low = std::max(known.low, found.low);
        known.high = std::min(known.high, found.high);
        return true;
      }
    }
    return false;
  }

  // Stores bounds; `work` is the logarithm of the nodes searched.
  void store(std::uint64_t key, const Bounds& bounds, int work) {
    const auto hash = hash_of(key);
    auto* place = bucket(key, hash);
    const auto tag = tag_of(hash);
    std::atomic<std::uint64_t>* victim = place;
    int least = 1 << 30;
    for (int i = 0; i < 4; ++i) {
      const auto entry = place[i].load(std::memory_order_relaxed);
      if ((entry >> kTagShift) == tag && entry != 0) {
        victim = place + i;
        break;
      }
      const int priority = entry == 0 ? -1 : work_of(entry) + (generation_of(entry) == generation_ ? kWorkMask + 1 : 0);
      if (priority < least) {
        least = priority;
        victim = place + i;
      }
    }
    victim->store(pack(tag, bounds, work), std::memory_order_relaxed);
  }

 private:
  // Layout from the low end: low bound, high bound, work, generation, key tag.
  static constexpr int kScoreBits = 7;
  static constexpr int kScoreMask = (1 << kScoreBits) - 1;
  static constexpr int kOffset = 1 << (kScoreBits - 1);
  static constexpr int kWorkMask = 31;
  static constexpr int kGenerationMask = 3;
  static constexpr int kWorkShift = 2 * kScoreBits;
  static constexpr int kGenerationShift = kWorkShift + 5;
  static constexpr int kTagShift = kGenerationShift + 2;

  // Buckets per region: at least 2^10 (32 KiB), and enough for the key tag to fit. Regions are selected by the three
  // lowest rows. (Measured in docs/connect4.md.)
  constexpr int min_region_bits() const { return std::max(10, board_.key_bits() + kTagShift - 64); }
  static constexpr int kMaxRegions = 12;
  static constexpr int kMaxBits = 36;  // 2 TiB

  // An odd factor, so that multiplication is a bijection with an inverse.
  static constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
  static constexpr std::uint64_t kInverseFactor = [] {
    std::uint64_t inverse = kFactor;  // Newton's iteration: correct in three bits, doubled by each step
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - kFactor * inverse;
    return inverse;
  }();
  static_assert(kFactor * kInverseFactor == 1);
  std::uint64_t mask_key(std::uint64_t number) const {
    return number << (64 - board_.key_bits()) >> (64 - board_.key_bits());
  }
  std::uint64_t hash_of(std::uint64_t key) const { return mask_key(key * kFactor); }
  int region_bits() const { return std::min(bits_ - min_region_bits(), kMaxRegions); }
  std::atomic<std::uint64_t>* bucket(std::uint64_t key, std::uint64_t hash) const {
    const int regions = region_bits();
    const auto region = regions == 0 ? 0 : ((key & board_.low_rows()) * 0xD6E8FEB86659FD93u) >> (64 - regions);
    const int in_bits = bits_ - regions;
    const auto index_in_region = in_bits >= board_.key_bits() ? hash : hash >> (board_.key_bits() - in_bits);
    return entries() + ((region << in_bits | index_in_region) << 2);
  }
  // On a small board the whole key is stored.
  std::uint64_t tag_of(std::uint64_t hash) const {
    const int tag_bits = board_.key_bits() - min_region_bits();
    return tag_bits <= 0 ? hash : hash & ((std::uint64_t{1} << tag_bits) - 1);
  }
  std::uint64_t pack(std::uint64_t tag, const Bounds& b, int work) const {
    return tag << kTagShift | static_cast<std::uint64_t>(generation_) << kGenerationShift |
           static_cast<std::uint64_t>(work < kWorkMask ? work : kWorkMask) << kWorkShift |
           static_cast<std::uint64_t>(b.high + kOffset) << kScoreBits | static_cast<std::uint64_t>(b.low + kOffset);
  }
  static Bounds unpack(std::uint64_t e) {
    const auto field = [e](int shift, int mask) { return static_cast<int>(e >> shift) & mask; };
    return {field(0, kScoreMask) - kOffset, field(kScoreBits, kScoreMask) - kOffset};
  }
  static int work_of(std::uint64_t e) { return static_cast<int>(e >> kWorkShift) & kWorkMask; }
  static int generation_of(std::uint64_t e) { return static_cast<int>(e >> kGenerationShift) & kGenerationMask; }

  std::atomic<std::uint64_t>* entries() const { return static_cast<std::atomic<std::uint64_t>*>(memory_.data()); }

  [[no_unique_address]] Board board_;
  int bits_;
  int generation_ = 0;
  ZeroedMemory memory_;
};

}  // namespace kibitz::connect
