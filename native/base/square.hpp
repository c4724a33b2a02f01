// Turns and reflections of square boards, and a gapless number for every way to
// place distinct stones on a 3×3 board, up to these symmetries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace kibitz {

// Where a symmetry takes a cell. Bit 0 reflects left-right, bit 1 top-bottom,
// then bit 2 along the diagonal. Number 0 is the identity.
constexpr int square_image(int cell, int size, int symmetry) {
  int row = cell / size, column = cell % size;
  if (symmetry & 1) column = size - 1 - column;
  if (symmetry & 2) row = size - 1 - row;
  if (symmetry & 4) std::swap(row, column);
  return row * size + column;
}

// A placement says for each stone, in a fixed order, its cell. Of the placements
// that are images of each other one is upright: its first stone off the centre
// lies on cell 0 or 1, which leaves one reflection, and the first stone that
// this reflection moves lies on the lower cell of its pair.
class Placements3x3 {
 public:
  using Cells = std::span<const std::uint8_t>;

  // How many upright placements of so many stones there are.
  static constexpr std::uint64_t count(int stones) { return any_way_up(false, stones); }

  // The symmetry that sets a placement upright.
  static constexpr int to_upright(Cells cells) {
    std::size_t at = 0;
    if (at < cells.size() && cells[at] == kCentre) ++at;
    if (at == cells.size()) return 0;
    auto symmetry = kBring[cells[at]];
    const auto& mirror = mirror_of(kImages[symmetry][cells[at]]);
    for (++at; at < cells.size(); ++at) {
      const auto cell = kImages[symmetry][cells[at]];
      const auto partner = kImages[mirror.symmetry][cell];
      if (partner < cell) symmetry = kThen[symmetry][mirror.symmetry];
      if (partner != cell) break;
    }
    return symmetry;
  }

  // The number of an upright placement among those of as many stones.
  static constexpr std::uint64_t rank(Cells cells) {
    std::uint64_t out = 0;
    unsigned unused = kBoard;
    std::size_t at = 0;
    int left = static_cast<int>(cells.size());
    const auto take = [&] { unused &= ~(1u << cells[at++]); };

    // 1. Placements that begin in the centre come first.
    const bool centre = left > 0 && cells[0] == kCentre;
    if (centre) {
      take();
      --left;
    }
    if (left == 0) return 0;
    if (!centre) out += any_way_up(true, left - 1);

    // 2. Then the one stone that leaves a reflection: on a corner, or an edge.
    int on_axis = centre ? 1 : 2;  // cells left that the reflection keeps in place
    const auto& mirror = mirror_of(cells[at]);
    --left;
    if (cells[at] == kEdge) out += mirrored(on_axis, left);
    take();

    // 3. Stones on the axis of that reflection, and the first one off it.
    for (bool symmetric = true; symmetric && left > 0; take()) {
      --left;
      symmetric = mirror.axis >> cells[at] & 1u;
      if (symmetric)
        out += below(unused & mirror.axis, cells[at]) * mirrored(--on_axis, left);
      else
        out += static_cast<unsigned>(on_axis) * mirrored(on_axis - 1, left) +
               below(mirror.lower, cells[at]) * kFalling[kCount[unused] - 1u][static_cast<std::size_t>(left)];
    }

    // 4. The rest, anywhere.
    for (; left > 0; take()) {
      --left;
      out += below(unused, cells[at]) * kFalling[kCount[unused] - 1u][static_cast<std::size_t>(left)];
    }
    return out;
  }

  // The upright placement with this number, by the same steps.
  static constexpr std::array<std::uint8_t, 9> unrank(int stones, std::uint64_t rank) {
    std::array<std::uint8_t, 9> cells{};
    unsigned unused = kBoard;
    std::size_t at = 0;
    int left = stones;
    const auto put = [&](int cell) {
      cells[at++] = static_cast<std::uint8_t>(cell);
      unused &= ~(1u << cell);
    };
    // All numbers here are small; dividing short ones is much faster.
    auto rest = static_cast<std::uint32_t>(rank);
    const auto digit = [&rest](std::uint64_t each) {
      const auto out = static_cast<int>(rest / static_cast<std::uint32_t>(each));
      rest %= static_cast<std::uint32_t>(each);
      return out;
    };
    if (left == 0) return cells;

    const auto begin_in_centre = any_way_up(true, left - 1);
    const bool centre = rest < begin_in_centre;
    if (centre) {
      put(kCentre);
      if (--left == 0) return cells;
    } else {
      rest -= static_cast<std::uint32_t>(begin_in_centre);
    }

    int on_axis = centre ? 1 : 2;
    --left;
    put(digit(mirrored(on_axis, left)) == 0 ? kCorner : kEdge);
    const auto& mirror = mirror_of(cells[at - 1]);

    for (bool symmetric = true; symmetric && left > 0;) {
      --left;
      const auto each = mirrored(on_axis - 1, left);
      symmetric = rest < static_cast<unsigned>(on_axis) * each;
      if (symmetric) {
        put(nth(unused & mirror.axis, digit(each)));
        --on_axis;
      } else {
        rest -= static_cast<std::uint32_t>(on_axis) * static_cast<std::uint32_t>(each);
        put(nth(mirror.lower, digit(kFalling[kCount[unused] - 1u][static_cast<std::size_t>(left)])));
      }
    }

    while (left > 0) {
      --left;
      put(nth(unused, digit(kFalling[kCount[unused] - 1u][static_cast<std::size_t>(left)])));
    }
    return cells;
  }

 private:
  static constexpr unsigned kBoard = 0x1ff;
  static constexpr std::uint8_t kCorner = 0, kEdge = 1, kCentre = 4;

  struct Mirror {
    std::uint8_t symmetry;
    unsigned axis;   // cells that stay
    unsigned lower;  // the lower cell of each pair that changes places
  };
  // Along the diagonal through cell 0; left-right, through cell 1.
  static constexpr Mirror kDiagonal{4, 0b100010001, 0b000100110};
  static constexpr Mirror kUpright{1, 0b010010010, 0b001001001};
  static constexpr const Mirror& mirror_of(int cell) { return cell == kCorner ? kDiagonal : kUpright; }

  using Table8x9 = std::array<std::array<std::uint8_t, 9>, 8>;

  static constexpr Table8x9 kImages = [] {
    Table8x9 images{};
    for (int symmetry = 0; symmetry < 8; ++symmetry)
      for (int cell = 0; cell < 9; ++cell)
        images[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(cell)] =
            static_cast<std::uint8_t>(square_image(cell, 3, symmetry));
    return images;
  }();

  // A symmetry that brings each cell off the centre to cell 0 or 1.
  static constexpr std::array<std::uint8_t, 9> kBring = [] {
    std::array<std::uint8_t, 9> bring{};
    for (std::size_t cell = 0; cell < 9; ++cell)
      while (cell != kCentre && kImages[bring[cell]][cell] > kEdge) ++bring[cell];
    return bring;
  }();

  // One symmetry, then another.
  static constexpr auto kThen = [] {
    std::array<std::array<std::uint8_t, 8>, 8> then{};
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b)
        // Cells 0 and 1 tell all symmetries apart.
        while (kImages[then[a][b]][0] != kImages[b][kImages[a][0]] ||
               kImages[then[a][b]][1] != kImages[b][kImages[a][1]])
          ++then[a][b];
    return then;
  }();

  static constexpr auto kCount = [] {
    std::array<std::uint8_t, 512> counts{};
    for (std::size_t set = 1; set < 512; ++set) counts[set] = static_cast<std::uint8_t>(counts[set / 2] + set % 2);
    return counts;
  }();

  // Ways to put `stones` one after the other on `cells` cells.
  static constexpr auto kFalling = [] {
    std::array<std::array<std::uint64_t, 10>, 10> ways{};
    for (std::size_t cells = 0; cells < 10; ++cells) {
      ways[cells][0] = 1;
      for (std::size_t stones = 1; stones <= cells; ++stones)
        ways[cells][stones] = ways[cells][stones - 1] * (cells - stones + 1);
    }
    return ways;
  }();

  // The same while a reflection remains, with so many cells left on its axis
  // and all three pairs off it.
  static constexpr auto kMirrored = [] {
    std::array<std::array<std::uint64_t, 9>, 3> ways{};
    for (std::size_t on_axis = 0; on_axis < 3; ++on_axis) {
      ways[on_axis][0] = 1;
      for (std::size_t stones = 1; stones < 9; ++stones)
        ways[on_axis][stones] =
            (on_axis == 0 ? 0 : on_axis * ways[on_axis - 1][stones - 1]) + 3 * kFalling[on_axis + 5][stones - 1];
    }
    return ways;
  }();
  static constexpr std::uint64_t mirrored(int on_axis, int stones) {
    return on_axis < 0 ? 1 : kMirrored[static_cast<std::size_t>(on_axis)][static_cast<std::size_t>(stones)];
  }

  // The same while all symmetries remain: nothing lies off the centre.
  static constexpr std::uint64_t any_way_up(bool centre, int stones) {
    if (stones == 0) return 1;
    return (centre ? 0 : any_way_up(true, stones - 1)) + 2 * mirrored(centre ? 1 : 2, stones - 1);
  }

  static constexpr std::uint64_t below(unsigned set, int cell) { return kCount[set & ((1u << cell) - 1)]; }
  static constexpr auto kNth = [] {
    std::array<std::array<std::uint8_t, 9>, 512> cells{};
    for (unsigned set = 0; set < 512; ++set)
      for (std::uint8_t cell = 0, n = 0; cell < 9; ++cell)
        if (set >> cell & 1u) cells[set][n++] = cell;
    return cells;
  }();
  static constexpr int nth(unsigned set, int n) { return kNth[set][static_cast<std::size_t>(n)]; }
};

}  // namespace kibitz
