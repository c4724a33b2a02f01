// Computes the probabilities of all positions of two classes in EinStein würfelt nicht!, one placement of the leader at
// a time.
//
// With the leader's stones fixed, the probabilities of all placements of the follower are a row. A step of the leader
// leads to another row at the same column, so its values are vectorized maxima over complete rows. A step of the
// follower leads to another column of the row. Rows are in the order of the leader's steps to go, so all dependencies
// are complete.
//
// Columns where stones of both sides share a cell are not positions. They hold the value after the capture by the side
// that has just moved.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/cold.hpp"
#include "games/ewn/chances.hpp"
#include "games/ewn/classes.hpp"
#include "games/ewn/placements.hpp"
#include "solve/thread_team.hpp"

namespace kibitz {

// The classes of a game with the placements of each.
class EwnPlacementTables {
 public:
  using Id = EwnPlacements::Id;

  // With placements of up to `most` stones.
  KIBITZ_COLD EwnPlacementTables(int size, int stones, int faces, std::size_t most)
      : faces_(faces), classes_(stones, faces) {
    for (std::size_t number = 0; number < classes_.size() && classes_[number].stones <= most; ++number) {
      const auto& of = classes_[number];
      auto& known = placements_[{of.stones, of.even}];
      if (!known) known = std::make_unique<EwnPlacements>(size, of.stones, of.even);
      of_class_.push_back(known.get());
    }
  }

  int faces() const { return faces_; }
  const EwnClasses& classes() const { return classes_; }
  const EwnPlacements& placements(std::size_t number) const { return *of_class_[number]; }

  // The class without its i-th stone, and whether in reverse order.
  EwnClasses::Membership without(std::size_t number, std::size_t i) const {
    auto left = classes_[number].living;
    for (std::size_t drop = 0; drop < i; ++drop) left &= left - 1;
    return classes_.member(classes_[number].living & ~(left & (~left + 1)));
  }

  // The placement without the i-th stone.
  Id id_without(EwnClasses::Membership rest, const std::uint8_t* cells, std::size_t stones, std::size_t i) const {
    EwnPlacements::Cells out{};
    std::size_t count = 0;
    for (std::size_t j = 0; j < stones; ++j)
      if (j != i) {
        out[rest.reversed ? stones - 2 - count : count] = cells[j];
        ++count;
      }
    return placements(rest.number).find(out);
  }

 private:
  int faces_;
  EwnClasses classes_;
  std::map<std::pair<std::size_t, bool>, std::unique_ptr<EwnPlacements>>
      placements_;  // by number of stones and symmetry
  std::vector<const EwnPlacements*> of_class_;
};

// The solved probabilities of two classes for the side to move, by the placement of the first class, then of the
// second.
template <class Stored>
struct EwnRows {
  std::size_t columns = 0;
  std::vector<Stored> first_moves, second_moves;

  const Stored* when_first(std::size_t row) const { return first_moves.data() + row * columns; }
  const Stored* when_second(std::size_t row) const { return second_moves.data() + row * columns; }

  // The same with the classes exchanged.
  EwnRows turned() const {
    EwnRows out;
    out.columns = columns == 0 ? 0 : first_moves.size() / columns;
    out.first_moves = transposed(second_moves, out.columns);
    out.second_moves = transposed(first_moves, out.columns);
    return out;
  }

 private:
  std::vector<Stored> transposed(const std::vector<Stored>& from, std::size_t rows) const {
    constexpr std::size_t kTile = 64;
    std::vector<Stored> out(from.size());
    for (std::size_t top = 0; top < rows; top += kTile)
      for (std::size_t left = 0; left < columns; left += kTile)
        for (std::size_t row = top; row < std::min(rows, top + kTile); ++row)
          for (std::size_t column = left; column < std::min(columns, left + kTile); ++column)
            out[column * rows + row] = from[row * columns + column];
    return out;
  }
};

// The targets of the follower's steps, independent of the encoding of probabilities.
class EwnColumns {
 public:
  using Id = EwnPlacements::Id;

 protected:
  EwnColumns(const EwnPlacementTables& tables, std::size_t lead, std::size_t follow)
      : tables_(tables),
        lead_(tables.placements(lead)),
        follow_(tables.placements(follow)),
        lead_cover_(tables.classes()[lead].coverage),
        follow_cover_(tables.classes()[follow].coverage),
        columns_(follow_.size()) {
    const auto stones = lead_.stones(), others = follow_.stones();
    for (std::size_t i = 0; stones > 1 && i < stones; ++i) lead_rest_.push_back(tables.without(lead, i));
    ends_.push_back(columns_);
    for (std::size_t i = 0; others > 1 && i < others; ++i) {
      follow_rest_.push_back(tables.without(follow, i));
      ends_.push_back(ends_.back() + tables.placements(follow_rest_.back().number).size());
    }
    list_columns();
  }

  // A column whose side has a stone on a cell, and the placement without it.
  struct Standing {
    Id column, rest;
    std::uint32_t stone;
  };

  const EwnPlacementTables& tables_;
  const EwnPlacements &lead_, &follow_;
  Coverage lead_cover_, follow_cover_;
  std::size_t columns_;
  std::vector<EwnClasses::Membership> lead_rest_, follow_rest_;
  std::vector<std::size_t> ends_;                // of the parts of a thread's row
  std::vector<std::vector<Standing>> standing_;  // by the cell from the follower's point of view
  std::vector<std::uint32_t> steps_;             // three for each column and stone: indexes in a thread's row

 private:
  void list_columns() {
    const auto stones = follow_.stones();
    const auto last = follow_.last();
    const auto nothing = static_cast<std::uint32_t>(ends_.back());
    standing_.resize(last + std::size_t{1});
    steps_.resize(columns_ * stones * 3);
    for (Id column = 0; column < columns_; ++column) {
      const auto* cells = follow_.at(column);
      for (std::size_t i = 0; i < stones; ++i) {
        const Id rest = stones > 1 ? tables_.id_without(follow_rest_[i], cells, stones, i) : 0;
        standing_[cells[i]].push_back({column, rest, static_cast<std::uint32_t>(i)});
        auto* out = steps_.data() + (column * stones + i) * 3;
        std::size_t count = 0;
        follow_.each_step(cells[i], [&](std::uint8_t target) {
          std::size_t taken = stones;
          EwnPlacements::Cells moved{};
          for (std::size_t j = 0; j < stones; ++j) {
            if (j != i && cells[j] == target) taken = j;
            moved[j] = j == i ? target : cells[j];
          }
          if (target == last)
            out[count++] = nothing;
          else if (taken < stones)
            out[count++] = static_cast<std::uint32_t>(
                ends_[taken] + tables_.id_without(follow_rest_[taken], moved.data(), stones, taken));
          else
            out[count++] = follow_.find(moved);
        });
        for (; count < 3; ++count) out[count] = out[0];
      }
    }
  }
};

// Solves two classes. `Stored` is the encoding of positions with fewer stones.
template <class Stored>
class EwnRowSolver : EwnColumns {
 public:
  using Work = typename EwnChance<Stored>::Work;
  using EwnColumns::Id;
  using Rows = std::shared_ptr<const EwnRows<Stored>>;

  // `known(a, b)` has the probabilities of two classes with fewer stones.
  EwnRowSolver(const EwnPlacementTables& tables, std::size_t lead, std::size_t follow,
               const std::function<Rows(std::size_t a, std::size_t b)>& known)
      : EwnColumns(tables, lead, follow), faces_(static_cast<Work>(tables.faces())), zeros_(columns_, 0) {
    for (const auto& rest : lead_rest_) without_lead_.push_back(known(rest.number, follow));
    for (const auto& rest : follow_rest_) without_follow_.push_back(known(lead, rest.number));
    layers_.resize(lead_.layers());
  }

  using Done = std::function<void(Id row, const Work* lead_moves, const Work* follow_moves)>;

  // Calls `done` from any thread for each row that represents itself and its reflection.
  void solve(ThreadTeam& team, const Done& done) {
    for (std::size_t layer = 0; layer < lead_.layers(); ++layer) {
      const Id begin = lead_.begin(layer), end = lead_.begin(layer + 1);
      layers_[layer].resize(std::size_t{end - begin} * columns_);
      const auto piece = std::max<std::uint64_t>(1, kBatch / columns_) * columns_;
      team.parallel_for(
          std::uint64_t{end - begin} * columns_,
          [&](std::uint64_t from, std::uint64_t to) {
            Workspace workspace(*this);
            for (auto row = from / columns_; row < to / columns_; ++row)
              if (const Id id = begin + static_cast<Id>(row); lead_.leads(id)) solve_row(id, layer, workspace, done);
          },
          piece);
      // No step is longer than a diagonal one.
      if (layer >= 2) layers_[layer - 2] = {};
    }
  }

 private:
  static constexpr std::uint64_t kBatch = 1 << 16;  // positions per task of a thread
  static constexpr std::size_t kStrip = 512;        // columns that fit in the first-level cache

  // The buffers of a thread.
  struct Workspace {
    explicit Workspace(const EwnRowSolver& of)
        : lead_moves(of.ends_.back() + 1), follow_moves(of.columns_), taken(3 * of.lead_.stones()) {}

    // The row with the leader to move, then the rows after the follower captured each of its own stones, then zero.
    std::vector<Work> lead_moves;
    std::vector<Work> follow_moves;
    std::vector<std::vector<Work>> taken;  // rows after the leader captured an own stone
  };

  Work* row_at(Id id, std::size_t layer) {
    return layers_[layer].data() + std::size_t{id - lead_.begin(layer)} * columns_;
  }

  void solve_row(Id id, std::size_t layer, Workspace& workspace, const Done& done) {
    solve_lead_moves(id, layer, workspace);
    solve_follow_moves(id, workspace);
    const Work* row = workspace.follow_moves.data();
    std::copy_n(row, columns_, row_at(id, layer));
    if (const Id other = lead_.reflected(id); other != id) {
      Work* out = row_at(other, layer);
      for (Id column = 0; column < columns_; ++column) out[follow_.reflected(column)] = row[column];
    }
    done(id, workspace.lead_moves.data(), row);
  }

  void solve_lead_moves(Id id, std::size_t layer, Workspace& workspace) {
    const auto stones = lead_.stones();
    const auto* cells = lead_.at(id);
    std::array<std::array<const Work*, 3>, kMaxEwnStones> after{};
    std::size_t taken_rows = 0;
    for (std::size_t i = 0; i < stones; ++i) {
      std::size_t count = 0;
      lead_.each_step(cells[i], [&](std::uint8_t target) {
        std::size_t taken = stones;
        EwnPlacements::Cells moved{};
        for (std::size_t j = 0; j < stones; ++j) {
          if (j != i && cells[j] == target) taken = j;
          moved[j] = j == i ? target : cells[j];
        }
        if (target == lead_.last()) {
          after[i][count++] = zeros_.data();
        } else if (taken < stones) {
          auto& out = workspace.taken[taken_rows++];
          const auto rest = tables_.id_without(lead_rest_[taken], moved.data(), stones, taken);
          unpack(without_lead_[taken]->when_second(rest), out);
          after[i][count++] = out.data();
        } else {
          const Id to = lead_.find(moved);
          after[i][count++] = row_at(to, to < lead_.begin(layer - 1) ? layer - 2 : layer - 1);
        }
      });
      for (; count < 3; ++count) after[i][count] = after[i][0];
    }
    for (std::size_t from = 0; from < columns_; from += kStrip)
      combine(after, from, std::min<std::size_t>(kStrip, columns_ - from), workspace.lead_moves.data() + from);
    // The follower has just captured a stone of the leader.
    for (std::size_t i = 0; i < stones; ++i) {
      const Stored* left =
          stones > 1 ? without_lead_[i]->when_first(tables_.id_without(lead_rest_[i], cells, stones, i)) : nullptr;
      for (const auto& [column, rest, stone] : standing_[lead_.last() - cells[i]])
        workspace.lead_moves[column] = left == nullptr ? 0 : EwnChance<Stored>::decode(left[column]);
    }
  }

  void unpack(const Stored* from, std::vector<Work>& out) const {
    out.resize(columns_);
    for (std::size_t i = 0; i < columns_; ++i) out[i] = EwnChance<Stored>::decode(from[i]);
  }

  // The leader's value from the follower's values after each step of the leader's stones.
  void combine(const std::array<std::array<const Work*, 3>, kMaxEwnStones>& after, std::size_t from, std::size_t count,
               Work* out) const {
    std::array<Work, kStrip> least, before;
    std::fill_n(out, count, faces_);
    for (std::size_t i = 0; i < lead_.stones(); ++i) {
      const Work *a = after[i][0] + from, *b = after[i][1] + from, *c = after[i][2] + from;
      const auto alone = static_cast<Work>(lead_cover_.alone[i]);
      for (std::size_t k = 0; k < count; ++k) {
        const Work ab = a[k] < b[k] ? a[k] : b[k];
        least[k] = ab < c[k] ? ab : c[k];
        out[k] -= alone * least[k];
      }
      if (i > 0 && lead_cover_.shared[i - 1] > 0) {
        const auto shared = static_cast<Work>(lead_cover_.shared[i - 1]);
        for (std::size_t k = 0; k < count; ++k) out[k] -= shared * (least[k] < before[k] ? least[k] : before[k]);
      }
      before = least;
    }
    for (std::size_t k = 0; k < count; ++k) out[k] /= faces_;
  }

  void solve_follow_moves(Id id, Workspace& workspace) {
    const auto stones = follow_.stones();
    auto& row = workspace.lead_moves;
    for (std::size_t i = 0; i < without_follow_.size(); ++i) {
      const Stored* known = without_follow_[i]->when_first(id);
      for (std::size_t k = 0; k < ends_[i + 1] - ends_[i]; ++k) row[ends_[i] + k] = EwnChance<Stored>::decode(known[k]);
    }
    row[ends_.back()] = 0;
    switch (stones) {
      case 1:
        follow_steps<1>(workspace);
        break;
      case 2:
        follow_steps<2>(workspace);
        break;
      case 3:
        follow_steps<3>(workspace);
        break;
      default:
        follow_steps<0>(workspace);
        break;
    }
    // The leader has just captured a stone of the follower.
    const auto* cells = lead_.at(id);
    for (std::size_t i = 0; i < lead_.stones(); ++i)
      for (const auto& [column, rest, stone] : standing_[lead_.last() - cells[i]])
        workspace.follow_moves[column] =
            stones == 1 ? 0 : EwnChance<Stored>::decode(without_follow_[stone]->when_second(id)[rest]);
  }

  template <std::size_t Stones>
  void follow_steps(Workspace& workspace) const {
    const std::size_t stones = Stones == 0 ? follow_.stones() : Stones;
    const Work* row = workspace.lead_moves.data();
    const std::uint32_t* step = steps_.data();
    for (std::size_t column = 0; column < columns_; ++column) {
      Work total = faces_, before = 0;
      for (std::size_t i = 0; i < stones; ++i, step += 3) {
        const Work least = std::min(std::min(row[step[0]], row[step[1]]), row[step[2]]);
        total -= static_cast<Work>(follow_cover_.alone[i]) * least;
        if (i > 0) total -= static_cast<Work>(follow_cover_.shared[i - 1]) * std::min(least, before);
        before = least;
      }
      workspace.follow_moves[column] = total / faces_;
    }
  }

  Work faces_;
  std::vector<Work> zeros_;
  std::vector<Rows> without_lead_, without_follow_;
  std::vector<std::vector<Work>> layers_;  // rows with the follower to move
};

}  // namespace kibitz
