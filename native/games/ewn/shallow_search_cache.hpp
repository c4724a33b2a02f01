// What positions of EinStein würfelt nicht! were found to be worth one decision
// ahead: a memory for one thread, so that the table of positions seen is left to
// those that took longer to find. A quarter of what a search looks at so closely
// it has looked at before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/zeroed_memory.hpp"

namespace kibitz {

class EwnMemory {
 public:
  // Remembers nothing unless it is to.
  explicit EwnMemory(bool remembers) : memory_(remembers ? sizeof(Entry) << kFewestBits : 0), remembers_(remembers) {}

  // The value of a position, or a bound from below that is `enough` or more.
  std::optional<double> find(std::uint64_t key, double enough) const {
    const Entry* entry = at(key);
    if (entry == nullptr || (entry->key | kExact) != (key | kExact)) return std::nullopt;
    if ((entry->key & kExact) == 0 && entry->value < enough) return std::nullopt;
    return entry->value;
  }

  // Says that a position will be looked for soon.
  void expect([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
    __builtin_prefetch(at(key));
#endif
  }

  void store(std::uint64_t key, double value, bool exact) {
    if (remembers_ && bits_ < kMaxBits && ++stored_ == std::size_t{1} << bits_) grow();
    if (Entry* entry = at(key)) *entry = {exact ? key | kExact : key & ~kExact, value};
  }

 private:
  static constexpr std::uint64_t kExact = 1;  // a bit of the key that tells values from bounds
  // A short search does with 64 KiB that are at hand; others have 1 MiB, then 8.
  static constexpr int kFewestBits = 12, kGrowth = 4, kMaxBits = 19;

  struct Entry {
    std::uint64_t key;
    double value;
  };

  Entry* at(std::uint64_t key) const {
    auto* all = static_cast<Entry*>(memory_.data());
    return all == nullptr || !remembers_ ? nullptr : all + (key >> (64 - bits_));
  }

  // What was known is soon found again. Memory that is written first is handed
  // out only once by the system.
  void grow() {
    bits_ = std::min(bits_ + kGrowth, kMaxBits);
    ZeroedMemory(sizeof(Entry) << bits_).swap(memory_);
    if (auto* all = static_cast<Entry*>(memory_.data()))
      for (std::size_t i = 0; i < std::size_t{1} << bits_; i += 4096 / sizeof(Entry)) all[i] = {};
  }

  int bits_ = kFewestBits;
  std::size_t stored_ = 0;  // while it may grow
  ZeroedMemory memory_;
  bool remembers_;
};

}  // namespace kibitz
