// Makes endgame tables of EinStein würfelt nicht!: the chance that the side to roll
// wins, for all positions with few stones.
//
// A unit is two classes of stones, whoever moves. Captures lead to positions with
// fewer stones, which have been worked out before, are kept in memory, and are
// written down as `Known`; those with the most stones are needed by no others and
// are only written down, as `Top`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/types.hpp"
#include "games/ewn/chances.hpp"
#include "games/ewn/index.hpp"
#include "games/ewn/rows.hpp"
#include "solve/endgame.hpp"
#include "solve/keyed_table.hpp"

namespace kibitz {

template <class Known, class Top>
class EwnTableRun final : public EndgameRun {
 public:
  EwnTableRun(const Identity* identity, int size, int stones, int faces, int most_stones, int threads)
      : EndgameRun(identity),
        index_(size, stones, faces, most_stones),
        make_ground_([=, this] { return EwnGround(size, stones, faces, index_.most_stones() - 1); }),
        threads_(threads) {
    for (std::size_t block = 0; block < index_.blocks().size(); ++block)
      if (index_.blocks()[block].mover <= index_.blocks()[block].other) units_.push_back(block);
  }

  std::uint64_t places() const override { return index_.size(); }
  int units() const override { return static_cast<int>(units_.size()); }
  std::uint64_t steps(int unit) const override {
    const Unit of = open(unit);
    return std::uint64_t{ground().placements(of.lead).size()} * ground().placements(of.follow).size();
  }

  int level(int unit) const override { return static_cast<int>(stones_of(open(unit))); }

  std::string solve(int unit, Control& control) override {
    const Unit of = open_next(unit);
    EwnRowSolver<Known> solver(ground(), of.lead, of.follow, [&](std::size_t a, std::size_t b) { return known(a, b); });
    Team team(control, threads_);
    if (!is_needed(of)) return written<Top>(of, solver, team, [](Id, const Work*, const Work*) {});
    const auto rows = room_for(of);
    auto out = written<Known>(of, solver, team, [&](Id row, const Work* lead_moves, const Work* follow_moves) {
      remember(of, row, lead_moves, rows->first_moves);
      remember(of, row, follow_moves, rows->second_moves);
    });
    keep(of, rows);
    return out;
  }

  void restore(int unit, const std::string& stored) override {
    const Unit of = open_next(unit);
    const auto width = is_needed(of) ? sizeof(Known) : sizeof(Top);
    if (stored.size() != of.size * width) throw RulesError("a unit has the wrong length");
    if (!is_needed(of)) return check<Top>(stored);
    check<Known>(stored);
    const auto rows = room_for(of);
    const auto& leads = ground().placements(of.lead);
    std::vector<Work> row(rows->columns);
    for (Id id = 0; id < leads.size(); ++id) {
      if (!leads.leads(id)) continue;
      read(of, id, of.when_lead, stored, row);
      remember(of, id, row.data(), rows->first_moves);
      if (of.when_follow != nullptr)
        read(of, id, of.when_follow, stored, row);
      else
        look_turned(of, id, stored, row);
      remember(of, id, row.data(), rows->second_moves);
    }
    keep(of, rows);
  }

 private:
  using Block = EwnIndex::Block;
  using Id = EwnPlacements::Id;
  using Rows = EwnRows<Known>;
  using Work = typename EwnChance<Known>::Work;

  // One block, or two that lead to each other.
  struct Unit {
    std::size_t lead, follow;  // classes
    std::uint64_t begin, size;
    const Block* when_lead;    // the leader moves
    const Block* when_follow;  // none where both sides have the same class
  };

  Unit open_next(int unit) const {
    const Unit of = open(unit);
    for (int fewer = 0; fewer < unit; ++fewer)
      if (const Unit earlier = open(fewer);
          stones_of(earlier) < stones_of(of) && !known_.contains({earlier.lead, earlier.follow}))
        throw RulesError("the units with fewer stones come first");
    return of;
  }

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

  std::size_t stones_of(const Unit& of) const {
    return index_.classes()[of.lead].stones + index_.classes()[of.follow].stones;
  }
  bool is_needed(const Unit& of) const { return stones_of(of) < index_.most_stones(); }

  const EwnGround& ground() const {
    if (!ground_) ground_.emplace(make_ground_());
    return *ground_;
  }

  void keep(const Unit& of, std::shared_ptr<Rows> rows) { known_[{of.lead, of.follow}] = std::move(rows); }

  std::shared_ptr<Rows> room_for(const Unit& of) const {
    auto out = std::make_shared<Rows>();
    out->columns = ground().placements(of.follow).size();
    const auto size = ground().placements(of.lead).size() * out->columns;
    out->first_moves.resize(size);
    out->second_moves.resize(size);
    return out;
  }

  std::shared_ptr<const Rows> known(std::size_t a, std::size_t b) const {
    if (const auto found = known_.find({a, b}); found != known_.end()) return found->second;
    return std::make_shared<const Rows>(known_.at({b, a})->turned());
  }

  // A row and its reflection.
  void remember(const Unit& of, Id row, const Work* chances, std::vector<Known>& out) const {
    const auto &leads = ground().placements(of.lead), &follows = ground().placements(of.follow);
    Known* here = out.data() + std::size_t{row} * follows.size();
    Known* there = out.data() + std::size_t{leads.reflected(row)} * follows.size();
    for (Id column = 0; column < follows.size(); ++column)
      here[column] = there[follows.reflected(column)] = EwnChance<Known>::encode(chances[column]);
  }

  // Calls `visit(place in the unit, column)` for the positions of a row, in order.
  template <class Visit>
  void each(const Unit& of, Id row, const Block* block, const Visit& visit) const {
    const auto& leads = ground().placements(of.lead);
    EwnStones lead;
    for (std::size_t i = 0; i < leads.stones(); ++i) lead.add(leads.at(row)[i]);
    auto place = block->begin - of.begin + index_.start(*block, lead);
    const bool even = ground().classes()[of.follow].even;
    Listing listing{ground().placements(of.follow), {}, 0};
    for (std::uint8_t cell = 1; cell <= leads.last(); ++cell)  // nobody stands on its goal
      if (std::find(lead.cells.begin(), lead.cells.begin() + lead.count, cell) == lead.cells.begin() + lead.count)
        listing.free[listing.count++] = cell;
    listing.each(even, [&](Id column) { visit(place++, column); });
  }

  // The follower's placements on free cells, in the order of the index.
  struct Listing {
    const EwnPlacements& placements;
    std::array<std::uint8_t, 64> free;  // as the leader sees the board
    std::size_t count;

    template <class Visit>
    void each(bool even, const Visit& visit) const {
      EwnPlacements::Cells cells{};
      const auto stones = placements.stones();
      if (!even || stones == 1) return fill(cells, 0, stones, 0, visit);
      // The outermost two as a pair; then the rest.
      for (std::size_t high = 1; high < count; ++high)
        for (std::size_t low = 0; low < high; ++low) {
          cells[0] = seen(low);
          cells[stones - 1] = seen(high);
          fill(cells, 1, stones - 1, std::uint64_t{1} << low | std::uint64_t{1} << high, visit);
        }
    }

   private:
    std::uint8_t seen(std::size_t i) const { return static_cast<std::uint8_t>(placements.last() - free[i]); }

    template <class Visit>
    void fill(EwnPlacements::Cells& cells, std::size_t from, std::size_t end, std::uint64_t used,
              const Visit& visit) const {
      if (from == end) return visit(placements.find(cells));
      for (std::size_t i = 0; i < count; ++i) {
        if (used >> i & 1u) continue;
        cells[from] = seen(i);
        fill(cells, from + 1, end, used | std::uint64_t{1} << i, visit);
      }
    }
  };

  // A unit as it is stored; every row is also shown to `visit`.
  template <class Written, class Visit>
  std::string written(const Unit& of, EwnRowSolver<Known>& solver, Team& team, const Visit& visit) const {
    std::string out(of.size * sizeof(Written), '\0');
    const auto write = [&](Id row, const Work* chances, const Block* block) {
      each(of, row, block, [&](std::uint64_t place, Id column) {
        const Written stored = EwnChance<Written>::encode(chances[column]);
        std::memcpy(out.data() + sizeof(Written) * place, &stored, sizeof(Written));
      });
    };
    solver.solve(team, [&](Id row, const Work* lead_moves, const Work* follow_moves) {
      write(row, lead_moves, of.when_lead);
      if (of.when_follow != nullptr) write(row, follow_moves, of.when_follow);
      visit(row, lead_moves, follow_moves);
    });
    return out;
  }

  template <class Written>
  static void check(const std::string& stored) {
    for (std::uint64_t place = 0; place < stored.size() / sizeof(Written); ++place)
      checked_chance(EwnChance<Written>::decode(stored_at<Written>(stored, place)));
  }

  template <class Written>
  static Written stored_at(const std::string& stored, std::uint64_t place) {
    Written out;
    std::memcpy(&out, stored.data() + sizeof(Written) * place, sizeof(Written));
    return out;
  }
  static Work chance_at(const std::string& stored, std::uint64_t place) {
    return static_cast<Work>(EwnChance<Known>::decode(stored_at<Known>(stored, place)));
  }

  void read(const Unit& of, Id row, const Block* block, const std::string& stored, std::vector<Work>& out) const {
    each(of, row, block, [&](std::uint64_t place, Id column) { out[column] = chance_at(stored, place); });
  }

  // Where both sides have the same class, the follower to move is the leader of
  // the board turned around.
  void look_turned(const Unit& of, Id row, const std::string& stored, std::vector<Work>& out) const {
    const auto& leads = ground().placements(of.lead);
    EwnStones lead;
    for (std::size_t i = 0; i < leads.stones(); ++i) lead.add(leads.at(row)[i]);
    const bool even = ground().classes()[of.lead].even;
    each(of, row, of.when_lead, [&](std::uint64_t, Id column) {
      EwnStones follow;
      for (std::size_t i = 0; i < leads.stones(); ++i) follow.add(leads.at(column)[i]);
      out[column] = chance_at(stored, index_.within(*of.when_lead, follow, index_.turned(lead), even));
    });
  }

  EwnIndex index_;
  std::function<EwnGround()> make_ground_;
  mutable std::optional<EwnGround> ground_;  // large, so it is made when there is work
  int threads_;
  std::vector<std::size_t> units_;  // the first block of each
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<Rows>> known_;
};

}  // namespace kibitz
