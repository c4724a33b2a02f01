// A transposition table with open addressing by double hashing, as older engines had. A key has its own first
// slot and stride; a probe sequence of a few strides, and the shallowest entry on it is replaced.
#pragma once

#include <cstdint>
#include <optional>

#include "base/zeroed_memory.hpp"
#include "search/tt_entry.hpp"

namespace kibitz {

class DoubleHashing {
 public:
  // Stores nothing if there is not enough memory. Never grows.
  explicit DoubleHashing(std::uint64_t bytes);

  bool holds_memory() const { return memory_.data() != nullptr; }

  std::optional<TTEntry> find(std::uint64_t key) const;
  void store(std::uint64_t key, TTEntry seen);

 private:
  static constexpr int kProbes = 8;

  // The probe sequence of a key.
  class Probes {
   public:
    Probes(const DoubleHashing& table, std::uint64_t key);
    TTSlot& here() const { return entries_[place_]; }
    void next() { place_ = place_ + stride_ < places_ ? place_ + stride_ : place_ + stride_ - places_; }

   private:
    TTSlot* entries_;
    std::uint64_t places_, place_, stride_;
  };

  std::uint64_t places_;
  ZeroedMemory memory_;
};

}  // namespace kibitz
