// What each empty cell would change in a count of open lines, kept up to date
// while stones come and go. A stone touches few lines and a line few cells, so
// following a search costs far less than counting the lines of every position
// at its horizon.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/cold.hpp"
#include "base/concepts.hpp"

namespace kibitz {

// The lines of a board and which of them run through each cell, and what a line
// counts by the stones in it. Made once for a game.
class LineMap {
 public:
  struct Line {
    int first, step;  // its first cell, and how far it is from one cell to the next
  };

  // What a line with certain stones in it counts (for the first player), what a
  // stone on one of its empty cells would add for the one who puts it, and
  // whether that would complete it.
  struct Weight {
    std::int32_t points = 0;
    std::array<std::int32_t, 2> gain{};
    std::array<std::int32_t, 2> threat{};
    std::array<std::int32_t, 2> open{};  // one for each player who may still complete it
  };

  // More than all that lines can count: a gain of so much completes a line.
  static constexpr std::int32_t completes = 1 << 24;

  // A line that one player alone has `stones` in counts `worth(stones)`.
  template <class Worth>
  KIBITZ_COLD LineMap(int cells, int length, std::vector<Line> lines, Worth worth)
      : length_(length), lines_(std::move(lines)), begins_(static_cast<std::size_t>(cells) + 1) {
    weigh(worth);
    std::vector<std::vector<std::uint16_t>> through(static_cast<std::size_t>(cells));
    for (std::size_t i = 0; i < lines_.size(); ++i)
      each_cell(i, [&](std::size_t cell) { through[cell].push_back(static_cast<std::uint16_t>(i)); });
    for (std::size_t cell = 0; cell < through.size(); ++cell) {
      through_.insert(through_.end(), through[cell].begin(), through[cell].end());
      begins_[cell + 1] = static_cast<std::uint32_t>(through_.size());
    }
  }

  std::size_t lines() const { return lines_.size(); }
  std::size_t cells() const { return begins_.size() - 1; }
  std::uint32_t crossing(std::size_t cell) const { return begins_[cell + 1] - begins_[cell]; }

  // Stones in a line, as one number: so many for each of the first player's,
  // and one for each of the second's.
  int stone_of(Side side) const { return side == Side::first ? length_ + 1 : 1; }
  const Weight& weight(std::uint16_t stones) const { return weights_[stones]; }

  template <class Visit>
  void each_line(std::size_t cell, Visit&& visit) const {
    for (auto i = begins_[cell]; i < begins_[cell + 1]; ++i) visit(static_cast<std::size_t>(through_[i]));
  }
  template <class Visit>
  void each_cell(std::size_t line, Visit&& visit) const {
    auto [cell, step] = lines_[line];
    for (int i = 0; i < length_; ++i, cell += step) visit(static_cast<std::size_t>(cell));
  }

 private:
  template <class Worth>
  void weigh(Worth worth) {
    const int side = length_ + 1;
    weights_.resize(static_cast<std::size_t>(side * side));
    for (int stones = 0; stones < length_; ++stones) {
      auto& first = weights_[static_cast<std::size_t>(stones * side)];
      auto& second = weights_[static_cast<std::size_t>(stones)];
      first.points = worth(stones);
      second.points = -worth(stones);
      // One more of one's own, or the first of the other's, which closes the line.
      const int more = stones + 1 == length_ ? completes : worth(stones + 1) - worth(stones);
      first.gain[0] = second.gain[1] = more;
      first.gain[1] = second.gain[0] = stones == 0 ? more : worth(stones);
      first.open[0] = second.open[1] = 1;
      first.threat[0] = second.threat[1] = stones + 1 == length_;
    }
  }

  int length_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> begins_;   // where each cell's lines begin in `through_`
  std::vector<std::uint16_t> through_;  // the lines through each cell, one cell after the other
  std::vector<Weight> weights_;         // by the stones in a line
};

// Follows one position: an incremental evaluator.
class LineEvaluator {
 public:
  // An empty board; lines are good, or bad in misère games, for their owner.
  // `forced`: whether what is forced is to be seen at once.
  LineEvaluator(const LineMap& map, bool misere, bool forced)
      : map_(&map),
        sign_(misere ? -1 : 1),
        forced_(forced),
        empty_(map.cells()),
        stones_(map.lines()),
        gains_(map.cells()) {
    open_.fill(static_cast<std::int32_t>(map.lines()));
    const auto& open = map.weight(0);
    for (std::size_t cell = 0; cell < gains_.size(); ++cell)
      for (std::size_t side = 0; side < 2; ++side)
        gains_[cell][side] = open.gain[side] * static_cast<std::int32_t>(map.crossing(cell));
  }

  void play(Side side, Move move) {
    --empty_;
    put(move, map_->stone_of(side));
  }
  void undo(Side side, Move move) {
    ++empty_;
    put(move, -map_->stone_of(side));
  }

  // The evaluation, as `side` sees it; only for positions without a whole line.
  std::int32_t evaluate(Side side) const { return side == Side::first ? sign_ * points_ : -sign_ * points_; }

  // Whether a player would win by one move if it were its turn, and whether this
  // move is one that does.
  bool has_threat(Side side) const { return forced_ && sign_ > 0 && threats_[static_cast<std::size_t>(side)] > 0; }
  bool wins(Side side, Move move) const {
    return sign_ > 0 && gains_[move][static_cast<std::size_t>(side)] >= LineMap::completes;
  }

  // Whether nobody can complete a line any more.
  bool is_drawn() const { return forced_ && open_[0] == 0 && open_[1] == 0; }
  bool can_win(Side side) const { return sign_ < 0 || open_[static_cast<std::size_t>(side)] > 0; }

  // How good a move looks, from 0: what it gains, so much that what a search
  // hears of moves decides only among those that gain about the same.
  std::uint32_t move_priority(Side side, Move move) const {
    constexpr std::int32_t most = 1 << 20;
    const auto gain = std::min(gains_[move][static_cast<std::size_t>(side)], most);
    return static_cast<std::uint32_t>(sign_ > 0 ? gain : most - gain) * 64;
  }

  // What a move leads to, as `side`, which makes it, sees it.
  AfterMove after(Side side, Move move) const {
    const auto gain = gains_[move][static_cast<std::size_t>(side)];
    if (gain >= LineMap::completes) return {true, sign_};
    if (empty_ == 1) return {true, 0};
    return {false, evaluate(side) + sign_ * gain};
  }

 private:
  void put(std::size_t cell, int stone) {
    map_->each_line(cell, [&](std::size_t line) {
      const auto& before = map_->weight(stones_[line]);
      stones_[line] = static_cast<std::uint16_t>(stones_[line] + stone);
      const auto& now = map_->weight(stones_[line]);
      const auto first = now.gain[0] - before.gain[0], second = now.gain[1] - before.gain[1];
      points_ += now.points - before.points;
      if ((first | second) == 0) return;
      open_[0] += now.open[0] - before.open[0];
      open_[1] += now.open[1] - before.open[1];
      threats_[0] += now.threat[0] - before.threat[0];
      threats_[1] += now.threat[1] - before.threat[1];
      map_->each_cell(line, [&](std::size_t each) {
        gains_[each][0] += first;
        gains_[each][1] += second;
      });
    });
  }

  const LineMap* map_;
  int sign_;
  bool forced_;
  std::size_t empty_;                   // cells
  std::array<std::int32_t, 2> open_{};  // lines that each player may still complete
  std::int32_t points_ = 0;
  std::array<std::int32_t, 2> threats_{};           // lines that lack one stone of a player's
  std::vector<std::uint16_t> stones_;               // in each line
  std::vector<std::array<std::int32_t, 2>> gains_;  // what a stone of either player would add, by cell
};

}  // namespace kibitz
