// What the threads of a search are at, so that they don't do the same work twice.
//
// A small table of keys without locks. It may forget one or keep one too long;
// then some work is done twice or later, and nothing becomes wrong.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kibitz {

class Busy {
 public:
  void clear() {
    for (auto& place : places_) place.key.store(0, std::memory_order_relaxed);
  }
  bool has(std::uint64_t key) const { return place(key).load(std::memory_order_relaxed) == key; }
  void begin(std::uint64_t key) { place(key).store(key, std::memory_order_relaxed); }
  void end(std::uint64_t key) {
    if (has(key)) place(key).store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr int kBits = 9;

  // Each in a line of the processor's cache of its own: threads write all the time.
  struct alignas(64) Place {
    std::atomic<std::uint64_t> key{0};
  };

  std::atomic<std::uint64_t>& place(std::uint64_t key) const {
    return places_[key * 0x9E3779B97F4A7C15u >> (64 - kBits)].key;
  }

  mutable std::array<Place, std::size_t{1} << kBits> places_{};
};

}  // namespace kibitz
