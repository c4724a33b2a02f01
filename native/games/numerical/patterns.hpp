// Index of positions of two players who alternately place distinct numbers on a 3×3 board: first the pattern, the sets
// of cells of both players up to symmetry; then the arrangement of each player's numbers. Lines, moves and symmetries
// depend on the pattern only, so they are the same for a block of positions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "games/numerical/arrangements.hpp"
#include "games/numerical/square.hpp"

namespace kibitz {

// The sets of cells of each player.
struct Pattern {
  std::array<std::uint16_t, 2> cells{};
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

class Patterns {
 public:
  static constexpr int kCells = 9;
  static constexpr int kSymmetries = 8;

  // The representative of a pattern's symmetry class, and the symmetry that leads to it.
  struct Entry {
    std::uint16_t number = 0;
    std::uint8_t symmetry = 0;
  };

  // `things` is how many numbers each player has; at most `last_ply` are placed.
  Patterns(std::array<std::size_t, 2> things, int last_ply) : entries_(kCodes) {
    for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry)
      for (std::size_t cell = 0; cell < kCells; ++cell)
        images_[symmetry][cell] =
            static_cast<std::uint8_t>(square_image(static_cast<int>(cell), 3, static_cast<int>(symmetry)));
    for (std::size_t set = 1; set < kSets; ++set) {
      const auto cell = static_cast<std::size_t>(std::countr_zero(set));
      const auto rest = set & (set - 1);
      ternary_[set] = static_cast<std::uint16_t>(ternary_[rest] + kPowers[cell]);
      for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry)
        set_images_[symmetry][set] =
            static_cast<std::uint16_t>(set_images_[symmetry][rest] | 1u << images_[symmetry][cell]);
    }
    for (int ply = 0; ply <= last_ply; ++ply) {
      const auto on = static_cast<std::size_t>(ply);
      arrangements_.push_back({Arrangements(things[0], (on + 1) / 2), Arrangements(things[1], on / 2)});
      listed_.emplace_back();
    }
    list();
  }

  const std::vector<Pattern>& with(int ply) const { return listed_[static_cast<std::size_t>(ply)]; }
  // Of the first and the second player's numbers.
  const std::array<Arrangements, 2>& arrangements(int ply) const {
    return arrangements_[static_cast<std::size_t>(ply)];
  }
  // The number of positions with the same pattern.
  std::size_t block(int ply) const { return arrangements(ply)[0].count() * arrangements(ply)[1].count(); }
  std::size_t size(int ply) const { return with(ply).size() * block(ply); }

  const Entry& entry(const Pattern& pattern) const { return entries_[code(pattern)]; }
  Pattern image(const Pattern& pattern, std::size_t symmetry) const {
    return {{set_images_[symmetry][pattern.cells[0]], set_images_[symmetry][pattern.cells[1]]}};
  }
  std::uint8_t image(std::size_t cell, std::size_t symmetry) const { return images_[symmetry][cell]; }

  // The player who moves at a ply.
  static constexpr std::size_t mover(int ply) { return ply % 2 == 0 ? 0 : 1; }
  // The index in a block, with the mover's arrangement as the high digit.
  std::size_t place(int ply, const std::array<std::size_t, 2>& arranged) const {
    const auto own = mover(ply);
    return arranged[own] * arrangements(ply)[1 - own].count() + arranged[1 - own];
  }
  std::array<std::size_t, 2> arranged(int ply, std::size_t place) const {
    const auto own = mover(ply);
    const auto each = arrangements(ply)[1 - own].count();
    std::array<std::size_t, 2> out{};
    out[own] = place / each;
    out[1 - own] = place % each;
    return out;
  }

  // The rank of a cell in a set, in ascending order.
  static constexpr std::size_t order(unsigned set, std::size_t cell) { return kMembers[set & ((1u << cell) - 1)]; }

 private:
  static constexpr std::size_t kSets = 512;     // of cells
  static constexpr std::size_t kCodes = 19683;  // 3^9 assignments of cells to nobody or one of the players
  static constexpr std::array<std::uint16_t, kCells> kPowers{1, 3, 9, 27, 81, 243, 729, 2187, 6561};

  // Lists the first pattern of each class, with entries for all its images.
  void list() {
    std::vector<bool> known(kCodes);
    for (unsigned first = 0; first < kSets; ++first)
      for (unsigned others = ~first & (kSets - 1), second = others;; second = (second - 1) & others) {
        add({{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)}}, known);
        if (second == 0) break;
      }
  }

  void add(const Pattern& pattern, std::vector<bool>& known) {
    const auto first = kMembers[pattern.cells[0]], second = kMembers[pattern.cells[1]];
    const std::size_t ply = std::size_t{first} + second;
    if (first < second || first > second + 1 || ply >= listed_.size() || known[code(pattern)]) return;
    for (std::size_t symmetry = kSymmetries; symmetry-- > 0;) {
      const auto at = code(image(pattern, symmetry));
      known[at] = true;
      entries_[at] = {static_cast<std::uint16_t>(listed_[ply].size()), inverse(symmetry)};
    }
    listed_[ply].push_back(pattern);
  }

  std::size_t code(const Pattern& pattern) const {
    return std::size_t{ternary_[pattern.cells[0]]} + 2u * ternary_[pattern.cells[1]];
  }

  // The images of two neighbouring cells determine a symmetry.
  std::uint8_t inverse(std::size_t symmetry) const {
    std::uint8_t out = 0;
    while (images_[out][images_[symmetry][0]] != 0 || images_[out][images_[symmetry][1]] != 1) ++out;
    return out;
  }

  std::array<std::array<std::uint8_t, kCells>, kSymmetries> images_{};
  std::array<std::array<std::uint16_t, kSets>, kSymmetries> set_images_{};
  std::array<std::uint16_t, kSets> ternary_{};
  std::vector<std::array<Arrangements, 2>> arrangements_;
  std::vector<std::vector<Pattern>> listed_;
  std::vector<Entry> entries_;
};

}  // namespace kibitz
