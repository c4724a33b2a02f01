// The other scheme for positions seen, as older engines have used it: open
// addressing by double hashing. A key has a first place and a stride of its own,
// is looked for along a few strides, and where no place on the way is empty the
// shallowest entry makes room.
#pragma once

#include <cstdint>
#include <optional>

#include "base/zeroed_memory.hpp"
#include "search/tt_entry.hpp"

namespace kibitz {

class DoubleHashing {
 public:
  // Holds nothing where there is not enough memory. Unlike the other scheme it
  // never grows: what is stored stays where it is.
  explicit DoubleHashing(std::uint64_t bytes);

  bool holds_memory() const { return memory_.data() != nullptr; }

  std::optional<TTEntry> find(std::uint64_t key) const;
  void store(std::uint64_t key, TTEntry seen);

 private:
  static constexpr int kProbes = 8;

  // The places of a key, one after the other.
  class Probes {
   public:
    Probes(const DoubleHashing& table, std::uint64_t key);
    SeenEntry& here() const { return entries_[place_]; }
    void next() { place_ = place_ + stride_ < places_ ? place_ + stride_ : place_ + stride_ - places_; }

   private:
    SeenEntry* entries_;
    std::uint64_t places_, place_, stride_;
  };

  std::uint64_t places_;
  ZeroedMemory memory_;
};

}  // namespace kibitz
