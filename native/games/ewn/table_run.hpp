// Builds endgame tablebases of EinStein würfelt nicht!: the probability that the side to roll wins, for all positions
// with few stones.
//
// Captures lead to positions with fewer stones, which are solved first, kept in memory and stored as `Known`. Those
// with the most stones are only stored, as `Known` or as bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/types.hpp"
#include "games/ewn/chances.hpp"
#include "games/ewn/rows.hpp"
#include "games/ewn/units.hpp"
#include "solve/endgame.hpp"
#include "solve/keyed_table.hpp"

namespace kibitz {

template <class Known>
class EwnTableRun final : public EndgameRun {
 public:
  EwnTableRun(const Identity* identity, int size, int stones, int faces, int most_stones, bool top_in_bytes,
              int threads)
      : EndgameRun(identity),
        units_(size, stones, faces, most_stones),
        top_width_(top_in_bytes ? sizeof(std::uint8_t) : sizeof(Known)),
        threads_(threads) {}

  std::uint64_t places() const override { return units_.index().size(); }
  int units() const override { return units_.count(); }
  std::uint64_t steps(int unit) const override {
    const Unit of = units_.open(unit);
    return std::uint64_t{placements(of.lead).size()} * placements(of.follow).size();
  }

  int level(int unit) const override { return static_cast<int>(units_.stones(units_.open(unit))); }

  std::string solve(int unit, Control& control) override {
    const Unit of = open_next(unit);
    EwnRowSolver<Known> solver(units_.tables(), of.lead, of.follow,
                               [&](std::size_t a, std::size_t b) { return known(a, b); });
    ThreadTeam team(control, threads_);
    const auto rows = units_.is_needed(of) ? room_for(of) : nullptr;
    std::string out(of.size * width(of), '\0');
    solver.solve(team, [&](Id row, const Work* lead_moves, const Work* follow_moves) {
      const auto columns = units_.columns(of, row);
      write(of, row, *of.when_lead, columns, lead_moves, out);
      if (of.when_follow != nullptr) write(of, row, *of.when_follow, columns, follow_moves, out);
      if (rows == nullptr) return;
      store_row(of, row, lead_moves, rows->first_moves);
      store_row(of, row, follow_moves, rows->second_moves);
    });
    if (rows != nullptr) keep(of, rows);
    return out;
  }

  void restore(int unit, const std::string& stored) override {
    const Unit of = open_next(unit);
    if (stored.size() != of.size * width(of)) throw RulesError("a unit has the wrong length");
    width(of) == sizeof(std::uint8_t) ? check<std::uint8_t>(stored) : check<Known>(stored);
    if (!units_.is_needed(of)) return;
    const auto rows = room_for(of);
    const auto& leads = placements(of.lead);
    std::vector<Work> row(rows->columns);
    for (Id id = 0; id < leads.size(); ++id) {
      if (!leads.leads(id)) continue;
      const auto columns = units_.columns(of, id);
      read(of, id, *of.when_lead, columns, stored, row);
      store_row(of, id, row.data(), rows->first_moves);
      if (of.when_follow != nullptr)
        read(of, id, *of.when_follow, columns, stored, row);
      else
        read_mirrored(of, id, columns, stored, row);
      store_row(of, id, row.data(), rows->second_moves);
    }
    keep(of, rows);
  }

 private:
  using Block = EwnUnits::Block;
  using Id = EwnUnits::Id;
  using Unit = EwnUnits::Unit;
  using Rows = EwnRows<Known>;
  using Work = typename EwnChance<Known>::Work;

  const EwnPlacements& placements(std::size_t number) const { return units_.tables().placements(number); }

  // Bytes of a stored probability.
  std::size_t width(const Unit& of) const { return units_.is_needed(of) ? sizeof(Known) : top_width_; }

  Unit open_next(int unit) const {
    const Unit of = units_.open(unit);
    for (int fewer = 0; fewer < unit; ++fewer)
      if (const Unit earlier = units_.open(fewer);
          units_.stones(earlier) < units_.stones(of) && !known_.contains({earlier.lead, earlier.follow}))
        throw RulesError("the units with fewer stones come first");
    return of;
  }

  void keep(const Unit& of, std::shared_ptr<Rows> rows) { known_[{of.lead, of.follow}] = std::move(rows); }

  std::shared_ptr<Rows> room_for(const Unit& of) const {
    auto out = std::make_shared<Rows>();
    out->columns = placements(of.follow).size();
    const auto size = placements(of.lead).size() * out->columns;
    out->first_moves.resize(size);
    out->second_moves.resize(size);
    return out;
  }

  std::shared_ptr<const Rows> known(std::size_t a, std::size_t b) const {
    if (const auto found = known_.find({a, b}); found != known_.end()) return found->second;
    return std::make_shared<const Rows>(known_.at({b, a})->turned());
  }

  // Stores a row and its reflection.
  void store_row(const Unit& of, Id row, const Work* chances, std::vector<Known>& out) const {
    const auto &leads = placements(of.lead), &follows = placements(of.follow);
    Known* here = out.data() + std::size_t{row} * follows.size();
    Known* there = out.data() + std::size_t{leads.reflected(row)} * follows.size();
    for (Id column = 0; column < follows.size(); ++column)
      here[column] = there[follows.reflected(column)] = EwnChance<Known>::encode(chances[column]);
  }

  // Encodes the positions of a row.
  void write(const Unit& of, Id row, const Block& block, const std::vector<Id>& columns, const Work* chances,
             std::string& out) const {
    const auto begin = units_.begin(of, row, block);
    if (width(of) == sizeof(std::uint8_t))
      write_as<std::uint8_t>(begin, columns, chances, out);
    else
      write_as<Known>(begin, columns, chances, out);
  }

  template <class Written>
  static void write_as(std::uint64_t begin, const std::vector<Id>& columns, const Work* chances, std::string& out) {
    char* to = out.data() + sizeof(Written) * begin;
    for (const Id column : columns) {
      using Worked = typename EwnChance<Written>::Work;
      const Written stored = EwnChance<Written>::encode(static_cast<Worked>(chances[column]));
      std::memcpy(to, &stored, sizeof(Written));
      to += sizeof(Written);
    }
  }

  template <class Written>
  static void check(const std::string& stored) {
    for (std::uint64_t place = 0; place < stored.size() / sizeof(Written); ++place)
      checked_probability(EwnChance<Written>::decode(stored_at<Written>(stored, place)));
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

  void read(const Unit& of, Id row, const Block& block, const std::vector<Id>& columns, const std::string& stored,
            std::vector<Work>& out) const {
    auto place = units_.begin(of, row, block);
    for (const Id column : columns) out[column] = chance_at(stored, place++);
  }

  // If both sides have the same class, the follower to move is the leader of the rotated board.
  void read_mirrored(const Unit& of, Id row, const std::vector<Id>& columns, const std::string& stored,
                     std::vector<Work>& out) const {
    const EwnStones lead = units_.index().turned(units_.lead(of, row));
    const bool even = units_.tables().classes()[of.lead].even;
    for (const Id column : columns)
      out[column] = chance_at(stored, units_.index().within(*of.when_lead, units_.lead(of, column), lead, even));
  }

  EwnUnits units_;
  std::size_t top_width_;  // bytes of a probability with the most stones
  int threads_;
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<Rows>> known_;
};

}  // namespace kibitz
