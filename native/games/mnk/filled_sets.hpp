// Sets of filled cells up to the symmetries of the board. With the owner of each stone they give the index of games in
// which stones stay where they are put.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/cold.hpp"

namespace kibitz {

class FilledSets {
 public:
  using Set = std::uint32_t;
  struct Entry {
    std::uint32_t rank = 0;       // among the representatives with equally many cells
    std::uint8_t symmetries = 0;  // those that map the set to its representative, one bit each
  };

  // Larger boards have too many positions for a table.
  static constexpr int kMaxCells = 22;

  // `image(cell, symmetry)` is the cell to which a symmetry moves another.
  template <class Image>
  KIBITZ_COLD FilledSets(int cells, int symmetries, const Image& image)
      : cells_(cells), symmetries_(cells <= kMaxCells ? symmetries : 0) {
    for (int symmetry = 0; symmetry < symmetries_; ++symmetry)
      for (std::size_t part = 0; part < kParts; ++part)
        for (Set bits = 0; bits < 256; ++bits) {
          Set moved = 0;
          for (int bit = 0; bit < 8; ++bit) {
            const int cell = static_cast<int>(8 * part) + bit;
            if ((bits >> bit & 1u) && cell < cells) moved |= Set{1} << image(cell, symmetry);
          }
          moved_[static_cast<std::size_t>(symmetry)][part][bits] = moved;
        }
  }

  // Whether the board is small enough.
  bool exist() const { return symmetries_ > 0; }

  const Entry& entry(Set set) const {
    build();
    return entries_[set];
  }
  // The representatives with a number of cells.
  const std::vector<Set>& with(int cells) const {
    build();
    return representatives_[static_cast<std::size_t>(cells)];
  }

  Set image(Set set, int symmetry) const {
    const auto& moved = moved_[static_cast<std::size_t>(symmetry)];
    Set out = 0;
    for (std::size_t part = 0; part < kParts; ++part) out |= moved[part][set >> 8 * part & 255u];
    return out;
  }

 private:
  static constexpr std::size_t kParts = 3;

  // On first use, as only solvers need an index.
  void build() const {
    if (is_built_.load(std::memory_order_acquire)) return;
    std::call_once(once_, [this] {
      list();
      is_built_.store(true, std::memory_order_release);
    });
  }

  KIBITZ_COLD void list() const {
    representatives_.resize(static_cast<std::size_t>(cells_) + 1);
    entries_.resize(std::size_t{1} << cells_);
    for (Set set = 0; set < entries_.size(); ++set) {
      Set least = set;
      for (int symmetry = 1; symmetry < symmetries_; ++symmetry) least = std::min(least, image(set, symmetry));
      auto& alike = representatives_[static_cast<std::size_t>(std::popcount(set))];
      auto& entry = entries_[set];
      entry.rank = least == set ? static_cast<std::uint32_t>(alike.size()) : entries_[least].rank;
      if (least == set) alike.push_back(set);
      for (int symmetry = 0; symmetry < symmetries_; ++symmetry)
        if (image(set, symmetry) == least) entry.symmetries |= static_cast<std::uint8_t>(1 << symmetry);
    }
  }

  int cells_, symmetries_;
  std::array<std::array<std::array<Set, 256>, kParts>, 8> moved_{};
  mutable std::once_flag once_;
  mutable std::atomic<bool> is_built_{false};
  mutable std::vector<Entry> entries_;  // by set
  mutable std::vector<std::vector<Set>> representatives_;
};

}  // namespace kibitz
