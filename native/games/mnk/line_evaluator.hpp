// Incremental evaluator by open lines: keeps the gain of a stone on each empty cell up to date. A stone touches few
// lines and a line few cells, so this costs far less than counting all lines at every leaf.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/cold.hpp"
#include "base/concepts.hpp"

namespace kibitz {

// The lines of a board, the lines through each cell, and the weights of lines by their stones. Made once for a game.
class LineMap {
 public:
  struct Line {
    int first, step;  // the first cell, and the step between cells
  };

  // The points of a line for the first player, the gain of a stone on one of its empty cells for each player, and
  // whether that would complete it.
  struct Weight {
    std::int32_t points = 0;
    std::array<std::int32_t, 2> gain{};
    std::array<std::int32_t, 2> threat{};
    std::array<std::int32_t, 2> open{};  // 1 for each player who may still complete it
  };

  // Exceeds the points of all lines: a gain of this size completes a line.
  static constexpr std::int32_t kCompletes = 1 << 24;

  // A line with `stones` stones of one player only counts `line_value(stones)`.
  template <class LineValue>
  KIBITZ_COLD LineMap(int cells, int length, std::vector<Line> lines, LineValue line_value)
      : length_(length), lines_(std::move(lines)), first_line_(static_cast<std::size_t>(cells) + 1) {
    init_weights(line_value);
    std::vector<std::vector<std::uint16_t>> through(static_cast<std::size_t>(cells));
    for (std::size_t i = 0; i < lines_.size(); ++i)
      each_cell(i, [&](std::size_t cell) { through[cell].push_back(static_cast<std::uint16_t>(i)); });
    for (std::size_t cell = 0; cell < through.size(); ++cell) {
      line_indexes_.insert(line_indexes_.end(), through[cell].begin(), through[cell].end());
      first_line_[cell + 1] = static_cast<std::uint32_t>(line_indexes_.size());
    }
  }

  std::size_t lines() const { return lines_.size(); }
  std::size_t cells() const { return first_line_.size() - 1; }
  std::uint32_t crossing(std::size_t cell) const { return first_line_[cell + 1] - first_line_[cell]; }

  // The stones of a line are one number: the sum of these codes.
  int stone_code(Side side) const { return side == Side::first ? length_ + 1 : 1; }
  const Weight& weight(std::uint16_t stones) const { return weights_[stones]; }

  template <class Visit>
  void each_line(std::size_t cell, Visit&& visit) const {
    for (auto i = first_line_[cell]; i < first_line_[cell + 1]; ++i) visit(static_cast<std::size_t>(line_indexes_[i]));
  }
  template <class Visit>
  void each_cell(std::size_t line, Visit&& visit) const {
    auto [cell, step] = lines_[line];
    for (int i = 0; i < length_; ++i, cell += step) visit(static_cast<std::size_t>(cell));
  }

 private:
  template <class LineValue>
  void init_weights(LineValue line_value) {
    const int side = length_ + 1;
    weights_.resize(static_cast<std::size_t>(side * side));
    for (int stones = 0; stones < length_; ++stones) {
      auto& first = weights_[static_cast<std::size_t>(stones * side)];
      auto& second = weights_[static_cast<std::size_t>(stones)];
      first.points = line_value(stones);
      second.points = -line_value(stones);
      // An own stone more, or the opponent's first, which closes the line.
      const int more = stones + 1 == length_ ? kCompletes : line_value(stones + 1) - line_value(stones);
      first.gain[0] = second.gain[1] = more;
      first.gain[1] = second.gain[0] = stones == 0 ? more : line_value(stones);
      first.open[0] = second.open[1] = 1;
      first.threat[0] = second.threat[1] = stones + 1 == length_;
    }
  }

  int length_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> first_line_;    // by cell, the index of its first line in `line_indexes_`
  std::vector<std::uint16_t> line_indexes_;  // the lines through each cell, concatenated
  std::vector<Weight> weights_;              // by the stones of a line
};

// An incremental evaluator of one position.
class LineEvaluator {
 public:
  // Starts with an empty board. Lines are good for their owner, or bad in misère games. `forced`: whether the search
  // uses forced moves.
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
    put(move, map_->stone_code(side));
  }
  void undo(Side side, Move move) {
    ++empty_;
    put(move, -map_->stone_code(side));
  }

  // The evaluation from the point of view of `side`, without complete lines.
  std::int32_t evaluate(Side side) const { return side == Side::first ? sign_ * points_ : -sign_ * points_; }

  // Whether `side` has an immediate win, and whether a move is one.
  bool has_threat(Side side) const { return forced_ && sign_ > 0 && threats_[static_cast<std::size_t>(side)] > 0; }
  bool wins(Side side, Move move) const {
    return sign_ > 0 && gains_[move][static_cast<std::size_t>(side)] >= LineMap::kCompletes;
  }

  // Whether no line can be completed any more.
  bool is_drawn() const { return forced_ && open_[0] == 0 && open_[1] == 0; }
  bool can_win(Side side) const { return sign_ < 0 || open_[static_cast<std::size_t>(side)] > 0; }

  // The gain of a move, from 0, scaled so that history only decides between moves of similar gain.
  std::uint32_t move_priority(Side side, Move move) const {
    constexpr std::int32_t most = 1 << 20;
    const auto gain = std::min(gains_[move][static_cast<std::size_t>(side)], most);
    return static_cast<std::uint32_t>(sign_ > 0 ? gain : most - gain) * 64;
  }

  // The effect of a move from the point of view of `side`, which makes it.
  AfterMove after(Side side, Move move) const {
    const auto gain = gains_[move][static_cast<std::size_t>(side)];
    if (gain >= LineMap::kCompletes) return {true, sign_};
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
  std::array<std::int32_t, 2> threats_{};           // lines of each player that lack one stone
  std::vector<std::uint16_t> stones_;               // by line
  std::vector<std::array<std::int32_t, 2>> gains_;  // gain of a stone of either player, by cell
};

}  // namespace kibitz
