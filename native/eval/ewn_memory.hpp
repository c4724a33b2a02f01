// What positions of EinStein würfelt nicht! were found to be worth one decision
// ahead: a memory for one thread, small enough to stay in a processor's cache.
// A quarter of what a search looks at so closely it has looked at a little before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/zeroed.hpp"

namespace kibitz {

class EwnMemory {
 public:
  // The value of a position, or a bound from below that is `enough` or more.
  std::optional<double> find(std::uint64_t key, double enough) const {
    const Entry* entry = at(key);
    if (entry == nullptr || (entry->key | kExact) != (key | kExact)) return std::nullopt;
    if ((entry->key & kExact) == 0 && entry->value < enough) return std::nullopt;
    return entry->value;
  }

  void store(std::uint64_t key, double value, bool exact) {
    if (bits_ < kMostBits && ++stored_ == std::size_t{1} << bits_) grow();
    if (Entry* entry = at(key)) *entry = {exact ? key | kExact : key & ~kExact, value};
  }

 private:
  static constexpr std::uint64_t kExact = 1;  // a bit of the key that tells values from bounds
  // A short search does with 64 KiB that are at hand, others have 1 MiB.
  static constexpr int kFewestBits = 12, kMostBits = 16;

  struct Entry {
    std::uint64_t key;
    double value;
  };

  Entry* at(std::uint64_t key) const {
    auto* all = static_cast<Entry*>(memory_.data());
    return all == nullptr ? nullptr : all + (key >> (64 - bits_));
  }

  // What was known is soon found again.
  void grow() {
    bits_ = kMostBits;
    ZeroedMemory(sizeof(Entry) << bits_).swap(memory_);
  }

  int bits_ = kFewestBits;
  std::size_t stored_ = 0;  // while it is small
  ZeroedMemory memory_{sizeof(Entry) << kFewestBits};
};

}  // namespace kibitz
