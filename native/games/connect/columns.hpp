// Index of column heights up to reflection. With the owner of each stone it gives the index of games with gravity.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/cold.hpp"

namespace kibitz {

class ColumnHeights {
 public:
  enum class Orientation : std::uint8_t { canonical, mirrored, symmetric };  // symmetric: equal to its reflection
  struct Entry {
    std::uint32_t rank = 0;  // among those with equally many stones; that of the reflection if mirrored
    Orientation orientation = Orientation::canonical;
  };

  // Larger boards have too many positions for a table and get no index.
  static constexpr std::uint64_t kMaxCodes = std::uint64_t{1} << 20;
  static constexpr int kMaxCells = 36;

  KIBITZ_COLD ColumnHeights(int width, int height) : width_(width), base_(static_cast<std::uint32_t>(height) + 1) {
    std::uint64_t codes = 1;
    for (int column = 0; column < width && codes <= kMaxCodes; ++column) codes *= base_;
    if (codes > kMaxCodes || width * height > kMaxCells) return;
    tiers_.resize(static_cast<std::size_t>(width * height) + 1);
    entries_.resize(static_cast<std::size_t>(codes));
    for (std::uint32_t code = 0; code < codes; ++code) {
      const auto [stones, reflection] = read(code);
      auto& tier = tiers_[stones];
      if (reflection < code) {
        entries_[code] = {entries_[reflection].rank, Orientation::mirrored};
      } else {
        entries_[code] = {static_cast<std::uint32_t>(tier.size()),
                          reflection == code ? Orientation::symmetric : Orientation::canonical};
        tier.push_back(code);
      }
    }
  }

  bool empty() const { return entries_.empty(); }

  // A code has one digit for each column, the leftmost last.
  std::uint32_t base() const { return base_; }
  const Entry& entry(std::uint32_t code) const { return entries_[code]; }

  // The codes with a number of stones, one of each pair of reflections.
  const std::vector<std::uint32_t>& with(int stones) const { return tiers_[static_cast<std::size_t>(stones)]; }

 private:
  // The number of stones of a code, and the code of its reflection.
  std::pair<std::uint32_t, std::uint32_t> read(std::uint32_t code) const {
    std::uint32_t stones = 0, reflection = 0;
    for (int column = 0; column < width_; ++column, code /= base_) {
      stones += code % base_;
      reflection = reflection * base_ + code % base_;
    }
    return {stones, reflection};
  }

  int width_;
  std::uint32_t base_;
  std::vector<Entry> entries_;
  std::vector<std::vector<std::uint32_t>> tiers_;
};

}  // namespace kibitz
