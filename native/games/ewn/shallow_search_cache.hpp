// Cache of one-decision values in EinStein würfelt nicht!, one for each thread, which keeps the shared transposition
// table free for deeper results. A quarter of these positions are hits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/zeroed_memory.hpp"

namespace kibitz {

class EwnSearchCache {
 public:
  // Caches nothing unless `uses_cache`.
  explicit EwnSearchCache(bool uses_cache)
      : memory_(uses_cache ? sizeof(Entry) << kMinBits : 0), uses_cache_(uses_cache) {}

  // The value of a position, or a lower bound that is at least `enough`.
  std::optional<double> find(std::uint64_t key, double enough) const {
    const Entry* entry = at(key);
    if (entry == nullptr || (entry->key | kExact) != (key | kExact)) return std::nullopt;
    if ((entry->key & kExact) == 0 && entry->value < enough) return std::nullopt;
    return entry->value;
  }

  // Prefetches an entry.
  void prefetch([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
    __builtin_prefetch(at(key));
#endif
  }

  void store(std::uint64_t key, double value, bool exact) {
    if (uses_cache_ && bits_ < kMaxBits && ++stored_ == std::size_t{1} << bits_) grow();
    if (Entry* entry = at(key)) *entry = {exact ? key | kExact : key & ~kExact, value};
  }

 private:
  static constexpr std::uint64_t kExact = 1;  // bit of the key that marks exact values
  // A short search needs 64 KiB, which are allocated at once; others grow to 1 MiB, then 8.
  static constexpr int kMinBits = 12, kGrowth = 4, kMaxBits = 19;

  struct Entry {
    std::uint64_t key;
    double value;
  };

  Entry* at(std::uint64_t key) const {
    auto* all = static_cast<Entry*>(memory_.data());
    return all == nullptr || !uses_cache_ ? nullptr : all + (key >> (64 - bits_));
  }

  // Entries are dropped, as they are soon found again. Touches each page in order, which is faster.
  void grow() {
    bits_ = std::min(bits_ + kGrowth, kMaxBits);
    ZeroedMemory(sizeof(Entry) << bits_).swap(memory_);
    if (auto* all = static_cast<Entry*>(memory_.data()))
      for (std::size_t i = 0; i < std::size_t{1} << bits_; i += 4096 / sizeof(Entry)) all[i] = {};
  }

  int bits_ = kMinBits;
  std::size_t stored_ = 0;  // while it may grow
  ZeroedMemory memory_;
  bool uses_cache_;
};

}  // namespace kibitz
