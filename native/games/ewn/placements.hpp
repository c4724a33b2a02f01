// All placements of one side's stones in EinStein würfelt nicht!, numbered by the steps to go, so that every step leads
// to a lower number.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "games/ewn/classes.hpp"

namespace kibitz {

// The stones stand in order on different cells, from their side's point of view: from cell 0 to the last one, which
// stays empty. In a symmetric class, a placement and its reverse are one.
class EwnPlacements {
 public:
  using Id = std::uint32_t;
  using Cells = std::array<std::uint8_t, kMaxEwnStones>;

  EwnPlacements(int size, std::size_t stones, bool even) : size_(size), stones_(stones), even_(even) {
    std::size_t codes = 1;
    for (std::size_t i = 0; i < stones; ++i) codes *= last();
    ids_.assign(codes, kNone);
    list(codes);
    for (Id id = 0; id < count_; ++id) {
      Cells cells{};
      for (std::size_t i = 0; i < stones_; ++i) cells[i] = reflect(at(id)[i]);
      reflections_.push_back(find(cells));
    }
  }

  Id size() const { return count_; }
  std::size_t stones() const { return stones_; }
  std::uint8_t last() const { return static_cast<std::uint8_t>(size_ * size_ - 1); }

  // The cells of all stones.
  const std::uint8_t* at(Id id) const { return cells_.data() + std::size_t{id} * stones_; }
  // The placement with these cells, in either order if the class is symmetric.
  Id find(const Cells& cells) const { return ids_[code(cells.data())]; }
  // The reflection along the diagonal, and whether this placement represents both.
  Id reflected(Id id) const { return reflections_[id]; }
  bool leads(Id id) const { return code(at(id)) <= code(at(reflections_[id])); }

  // Layers of placements by their total king steps to go.
  std::size_t layers() const { return begins_.size() - 1; }
  Id begin(std::size_t layer) const { return begins_[layer]; }

  // Calls `visit` with the target of each step from a cell.
  template <class Visit>
  void each_step(std::uint8_t cell, const Visit& visit) const {
    const bool right = cell % size_ + 1 < size_, down = cell / size_ + 1 < size_;
    if (right) visit(static_cast<std::uint8_t>(cell + 1));
    if (down) visit(static_cast<std::uint8_t>(cell + size_));
    if (right && down) visit(static_cast<std::uint8_t>(cell + size_ + 1));
  }

 private:
  static constexpr Id kNone = ~Id{0};

  std::uint8_t reflect(std::uint8_t cell) const {
    return static_cast<std::uint8_t>(cell % size_ * size_ + cell / size_);
  }

  std::size_t code(const std::uint8_t* cells) const {
    std::size_t out = 0;
    for (std::size_t i = 0; i < stones_; ++i) out = out * last() + cells[i];
    return out;
  }

  void list(std::size_t codes) {
    // Two passes: the first one counts.
    each_valid(codes, [&](std::size_t, const Cells&, std::size_t distance) {
      if (begins_.size() < distance + 2) begins_.resize(distance + 2);
      ++begins_[distance + 1];
    });
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    count_ = begins_.back();
    cells_.resize(std::size_t{count_} * stones_);
    auto next = begins_;
    each_valid(codes, [&](std::size_t number, Cells cells, std::size_t distance) {
      const Id id = next[distance]++;
      const auto end = cells.begin() + static_cast<std::ptrdiff_t>(stones_);
      std::copy(cells.begin(), end, cells_.begin() + static_cast<std::ptrdiff_t>(id * stones_));
      ids_[number] = id;
      if (!even_) return;
      std::reverse(cells.begin(), end);
      ids_[code(cells.data())] = id;
    });
  }

  template <class Visit>
  void each_valid(std::size_t codes, const Visit& visit) const {
    for (std::size_t number = 0; number < codes; ++number) {
      Cells cells{};
      auto left = number;
      std::uint64_t seen = 0;
      std::size_t distance = 0;
      for (std::size_t i = stones_; i-- > 0; left /= last()) {
        cells[i] = static_cast<std::uint8_t>(left % last());
        seen |= std::uint64_t{1} << cells[i];
        distance += static_cast<std::size_t>(2 * (size_ - 1) - cells[i] / size_ - cells[i] % size_);
      }
      if (static_cast<std::size_t>(std::popcount(seen)) != stones_) continue;
      if (even_ && stones_ > 1 && cells[0] > cells[stones_ - 1]) continue;
      visit(number, cells, distance);
    }
  }

  int size_;
  std::size_t stones_;
  bool even_;
  Id count_ = 0;
  std::vector<std::uint8_t> cells_;
  std::vector<Id> ids_;  // by code
  std::vector<Id> reflections_;
  std::vector<Id> begins_;  // of layers
};

}  // namespace kibitz
