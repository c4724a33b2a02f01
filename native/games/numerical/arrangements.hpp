// Ranking of k-permutations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kibitz {

// Population count of sets of up to nine members, without the POPCNT instruction.
inline constexpr auto kMembers = [] {
  std::array<std::uint8_t, 512> counts{};
  for (std::size_t set = 1; set < counts.size(); ++set)
    counts[set] = static_cast<std::uint8_t>(counts[set / 2] + set % 2);
  return counts;
}();

// All sequences of `chosen` distinct elements out of `things`, in lexicographic order. The rank of a sequence is that
// of its prefix times the number of unused elements, plus the rank of its last element among those; so extensions of a
// sequence are contiguous.
class Arrangements {
 public:
  static constexpr std::size_t kMost = 5;
  using Sequence = std::array<std::uint8_t, kMost>;  // elements from 0
  using View = std::span<const std::uint8_t>;

  Arrangements(std::size_t things, std::size_t chosen) : things_(things), chosen_(chosen), all_(1) {
    for (std::size_t place = 0; place < chosen; ++place) {
      std::vector<Sequence> longer;
      for (auto sequence : all_)
        for (std::size_t thing = 0; thing < things; ++thing) {
          bool free = true;
          for (std::size_t before = 0; before < place; ++before) free = free && sequence[before] != thing;
          sequence[place] = static_cast<std::uint8_t>(thing);
          if (free) longer.push_back(sequence);
        }
      all_ = std::move(longer);
    }
  }

  std::size_t things() const { return things_; }
  std::size_t chosen() const { return chosen_; }
  std::size_t count() const { return all_.size(); }
  const Sequence& operator[](std::size_t number) const { return all_[number]; }

  std::size_t number(View sequence) const {
    std::size_t out = 0, left = things_;
    unsigned used = 0;
    for (const auto thing : sequence) {
      out = out * left-- + thing - kMembers[used & ((1u << thing) - 1)];
      used |= 1u << thing;
    }
    return out;
  }

 private:
  std::size_t things_, chosen_;
  std::vector<Sequence> all_;
};

}  // namespace kibitz
