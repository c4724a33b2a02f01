// The units of an endgame tablebase of EinStein würfelt nicht!, whatever the encoding of probabilities.
//
// A unit is two classes of stones, with either side to move.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "games/ewn/index.hpp"
#include "games/ewn/rows.hpp"

namespace kibitz {

class EwnUnits {
 public:
  using Block = EwnIndex::Block;
  using Id = EwnPlacements::Id;

  // One block, or two that lead to each other.
  struct Unit {
    std::size_t lead, follow;  // classes
    std::uint64_t begin, size;
    const Block* when_lead;    // the leader moves
    const Block* when_follow;  // null if both sides have the same class
  };

  EwnUnits(int size, int stones, int faces, int most_stones)
      : index_(size, stones, faces, most_stones),
        make_ground_([=, this] { return EwnPlacementTables(size, stones, faces, index_.most_stones() - 1); }) {
    for (std::size_t block = 0; block < index_.blocks().size(); ++block)
      if (index_.blocks()[block].mover <= index_.blocks()[block].other) units_.push_back(block);
  }
  EwnUnits(const EwnUnits&) = delete;
  EwnUnits& operator=(const EwnUnits&) = delete;

  const EwnIndex& index() const { return index_; }
  const EwnPlacementTables& tables() const {
    if (!tables_) tables_.emplace(make_ground_());
    return *tables_;
  }

  int count() const { return static_cast<int>(units_.size()); }

  Unit open(int unit) const {
    const auto first = units_[static_cast<std::size_t>(unit)];
    const Block& block = index_.blocks()[first];
    if (block.mover == block.other) return {block.mover, block.other, block.begin, block.size, &block, nullptr};
    const Block& twin = index_.blocks()[first + 1];
    const bool leads = block.mover_leads;
    return {leads ? block.mover : block.other,
            leads ? block.other : block.mover,
            block.begin,
            block.size + twin.size,
            leads ? &block : &twin,
            leads ? &twin : &block};
  }

  std::size_t stones(const Unit& of) const {
    return index_.classes()[of.lead].stones + index_.classes()[of.follow].stones;
  }

  // Whether positions of other units lead here.
  bool is_needed(const Unit& of) const { return stones(of) < index_.most_stones(); }

  // The leader's stones in a row.
  EwnStones lead(const Unit& of, Id row) const {
    const auto& leads = tables().placements(of.lead);
    EwnStones out;
    for (std::size_t i = 0; i < leads.stones(); ++i) out.add(leads.at(row)[i]);
    return out;
  }

  // The columns of a row that are positions, in index order.
  std::vector<Id> columns(const Unit& of, Id row) const {
    const EwnStones stones = lead(of, row);
    Listing listing{tables().placements(of.follow)};
    for (std::uint8_t cell = 1; cell <= tables().placements(of.lead).last(); ++cell)  // the goal itself must be free
      if (const auto end = stones.cells.begin() + stones.count; std::find(stones.cells.begin(), end, cell) == end)
        listing.free[listing.count++] = cell;
    listing.list(tables().classes()[of.follow].even);
    return std::move(listing.out);
  }

  // The offset of the first of them in the unit; the others follow.
  std::uint64_t begin(const Unit& of, Id row, const Block& block) const {
    return block.begin - of.begin + index_.start(block, lead(of, row));
  }

 private:
  // The follower's placements on free cells.
  struct Listing {
    const EwnPlacements& placements;
    std::array<std::uint8_t, 64> free{};  // from the leader's point of view
    std::size_t count = 0;
    std::vector<Id> out{};

    void list(bool even) {
      EwnPlacements::Cells cells{};
      const auto stones = placements.stones();
      if (!even || stones == 1) return fill(cells, 0, stones, 0);
      // The outermost two as a pair; then the rest.
      for (std::size_t high = 1; high < count; ++high)
        for (std::size_t low = 0; low < high; ++low) {
          cells[0] = seen(low);
          cells[stones - 1] = seen(high);
          fill(cells, 1, stones - 1, std::uint64_t{1} << low | std::uint64_t{1} << high);
        }
    }

   private:
    std::uint8_t seen(std::size_t i) const { return static_cast<std::uint8_t>(placements.last() - free[i]); }

    void fill(EwnPlacements::Cells& cells, std::size_t from, std::size_t end, std::uint64_t used) {
      if (from == end) return out.push_back(placements.find(cells));
      for (std::size_t i = 0; i < count; ++i) {
        if (used >> i & 1u) continue;
        cells[from] = seen(i);
        fill(cells, from + 1, end, used | std::uint64_t{1} << i);
      }
    }
  };

  EwnIndex index_;
  std::function<EwnPlacementTables()> make_ground_;
  mutable std::optional<EwnPlacementTables> tables_;  // large, so constructed on first use
  std::vector<std::size_t> units_;                    // the first block of each
};

}  // namespace kibitz
