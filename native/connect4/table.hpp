// What the solver remembers: bounds on the scores of positions, in one word each.
//
// An entry is a single 64-bit word, read and written whole, so threads share
// the table without locks. The key is spread by a multiplication that can be
// undone; its high bits choose the bucket and the others are stored, so a hit
// is always the position itself. Bounds never become wrong: nothing is ever
// cleared between searches, old entries only lose their claim to stay.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

namespace kibitz::connect4 {

struct Bounds {
  int low;
  int high;
};

template <class Board>
class Table {
 public:
  static constexpr int least_bits = 20;

  // 2^bits buckets of four entries, 32 bytes each.
  explicit Table(int bits) : bits_(std::min(std::max(bits, least_bits), Board::key_bits)) {
    entries_ = std::vector<std::atomic<std::uint64_t>>(std::size_t{1} << (bits_ + 2));
  }

  std::size_t bytes() const { return entries_.size() * 8; }
  void clear() {
    for (auto& entry : entries_) entry.store(0, std::memory_order_relaxed);
  }
  // A new search: entries that it doesn't use make room first.
  void next_age() { age_ = (age_ + 1) & kAgeMask; }

  void prefetch(std::uint64_t key) const {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(bucket(spread(key)));
#else
    (void)key;
#endif
  }

  // Narrows `known` if the position is there, and says whether it is.
  bool find(std::uint64_t key, Bounds& known) const {
    const auto hash = spread(key);
    const auto* place = bucket(hash);
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
    auto* place = bucket(hash);
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
  static constexpr int kScoreBits = static_cast<int>(std::bit_width(static_cast<unsigned>(Board::cells + 2)));
  static constexpr int kScoreMask = (1 << kScoreBits) - 1;
  static constexpr int kOffset = 1 << (kScoreBits - 1);
  static constexpr int kWorkMask = 31;
  static constexpr int kAgeMask = 3;
  static constexpr int kWorkShift = 2 * kScoreBits;
  static constexpr int kAgeShift = kWorkShift + 5;
  static constexpr int kRestShift = kAgeShift + 2;
  static_assert(Board::key_bits - least_bits + kRestShift <= 64);

  static constexpr std::uint64_t kKeyMask =
      Board::key_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << Board::key_bits) - 1;

  // An odd factor: a bijection of the keys.
  static std::uint64_t spread(std::uint64_t key) { return (key * 0x9E3779B97F4A7C15u) & kKeyMask; }
  std::atomic<std::uint64_t>* bucket(std::uint64_t hash) const {
    return const_cast<std::atomic<std::uint64_t>*>(entries_.data()) + ((hash >> (Board::key_bits - bits_)) << 2);
  }
  std::uint64_t rest_of(std::uint64_t hash) const {
    return hash & ((std::uint64_t{1} << (Board::key_bits - bits_)) - 1);
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

  int bits_;
  int age_ = 0;
  std::vector<std::atomic<std::uint64_t>> entries_;
};

}  // namespace kibitz::connect4
