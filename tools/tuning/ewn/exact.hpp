// The exact chances of all positions with few stones, worked out when the program
// starts: labels that cost nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "games/ewn/rows.hpp"
#include "games/ewn/stone_set.hpp"

namespace kibitz::learning {

class Exact final : public EwnEndgameProbe {
 public:
  Exact(int most, int threads)
      : most_(most),
        tables_(EwnStoneSet::kSize, EwnStoneSet::kStones, EwnStoneSet::kStones, static_cast<std::size_t>(most) - 1) {
    const auto& classes = tables_.classes();
    Control control;
    control.begin();
    for (std::size_t total = 2; total <= static_cast<std::size_t>(most); ++total)
      for (std::size_t a = 0; a < classes.size(); ++a)
        for (std::size_t b = 0; b < classes.size(); ++b)
          if (classes[a].stones + classes[b].stones == total && leads(a, b)) solve(a, b, control, threads);
  }

  int most_stones() const override { return most_; }

  double chance(const EwnStoneSet& rolls, const EwnStoneSet& waits) const override {
    const auto [mover, x] = find(rolls);
    const auto [other, y] = find(waits);
    const auto stored = leads(mover, other) ? known_.at({mover, other})->when_first(x)[y]
                                            : known_.at({other, mover})->when_second(y)[x];
    return static_cast<double>(EwnChance<std::uint16_t>::decode(stored));
  }

 private:
  using Rows = EwnRows<std::uint16_t>;
  using Id = EwnPlacements::Id;

  bool leads(std::size_t a, std::size_t b) const {
    const auto &one = tables_.classes()[a], &other = tables_.classes()[b];
    return one.stones > other.stones || (one.stones == other.stones && a <= b);
  }

  std::pair<std::size_t, Id> find(const EwnStoneSet& fleet) const {
    const auto is = tables_.classes().member(fleet.living);
    EwnPlacements::Cells cells{};
    const auto count = static_cast<std::size_t>(fleet.count());
    std::size_t i = 0;
    for (auto left = fleet.living; left != 0; left &= left - 1, ++i)
      cells[is.reversed ? count - 1 - i : i] = fleet.cells[static_cast<std::size_t>(std::countr_zero(left))];
    return {is.number, tables_.placements(is.number).find(cells)};
  }

  void solve(std::size_t a, std::size_t b, Control& control, int threads) {
    EwnRowSolver<std::uint16_t> solver(tables_, a, b, [&](std::size_t first, std::size_t second) {
      return leads(first, second) ? std::shared_ptr<const Rows>(known_.at({first, second}))
                                  : std::make_shared<const Rows>(known_.at({second, first})->turned());
    });
    const auto &rows = tables_.placements(a), &columns = tables_.placements(b);
    auto out = std::make_shared<Rows>();
    out->columns = columns.size();
    out->first_moves.resize(rows.size() * out->columns);
    out->second_moves.resize(rows.size() * out->columns);
    ThreadTeam team(control, threads);
    solver.solve(team, [&](Id row, const float* first, const float* second) {
      const auto at = row * out->columns, image = rows.reflected(row) * out->columns;
      for (Id i = 0; i < out->columns; ++i) {
        const auto reflected = columns.reflected(i);
        out->first_moves[at + i] = out->first_moves[image + reflected] = EwnChance<std::uint16_t>::encode(first[i]);
        out->second_moves[at + i] = out->second_moves[image + reflected] = EwnChance<std::uint16_t>::encode(second[i]);
      }
    });
    known_[{a, b}] = std::move(out);
  }

  int most_;
  EwnPlacementTables tables_;
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<Rows>> known_;
};

}  // namespace kibitz::learning
