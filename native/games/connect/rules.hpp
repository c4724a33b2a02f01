// Connect-N: players alternately drop a stone into a column; `length` own stones in a line win. Connect Four is 7 wide,
// 6 high, length 4.
//
// Cells are numbered column by column from the left, in a column from the bottom, without gaps, so that 10×12 fits two
// words. A line is then a run of cells with a fixed step, found by shifting the whole board. A shift may carry a stone
// from the top of one column into the next; such runs begin too high (or too low) in their column to be lines and are
// masked at the end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/bits.hpp"
#include "base/cold.hpp"
#include "base/concepts.hpp"
#include "base/open_lines.hpp"
#include "base/random.hpp"
#include "base/ranking.hpp"
#include "games/connect/columns.hpp"
#include "games/connect/threats.hpp"

namespace kibitz {

constexpr int kMaxColumns = 32;

template <std::size_t Words>
class Connect {
 public:
  using Stones = Bits<Words>;

  struct State {
    std::array<Stones, 2> stones;  // of the first and the second player
    std::uint64_t key = 0;
    std::uint16_t filled = 0;
    Result result = Result::ongoing;

    friend bool operator==(const State& a, const State& b) { return a.stones == b.stones; }
  };

  using Undo = int;  // the cell of the stone

  KIBITZ_COLD Connect(int width, int height, int length)
      : width_(width),
        height_(height),
        length_(length),
        heights_(width, height),
        lines_(length, OpenLines<Words>::directions(width, height, height, 1, length)),
        threat_evaluation_(width, height, length),
        zobrist_(2, Stones::capacity, 0x636f6e6e) {
    for (int have = 1; have < length_; have += growth_.back()) growth_.push_back(std::min(have, length_ - have));
    for (const auto& [step, starts] : lines_.directions())
      for (int i = 0; i < length_; ++i)
        (starts << (i * step)).each([&](int cell) { ++crossing_[static_cast<std::size_t>(cell)]; });
  }

  State start() const { return {}; }
  Side mover(const State& s) const { return s.filled % 2 == 0 ? Side::first : Side::second; }
  Side turn(const State& s) const { return mover(s); }
  Result result(const State& s) const { return s.result; }
  std::uint64_t key(const State& s) const { return s.key; }

  void moves(const State& s, MoveList& out) const {
    const auto filled = s.stones[0] | s.stones[1];
    for (int column = 0; column < width_; ++column)
      if (!filled.test(cell_at(column, height_ - 1))) out.push_back(static_cast<Move>(column));
  }

  Undo play(State& s, Move move) const {
    const int column = static_cast<int>(move);
    const int cell = cell_at(column, stones_in(s, column));
    const Side side = mover(s);
    auto& own = s.stones[static_cast<std::size_t>(side)];
    own.set(cell);
    s.key ^= zobrist_(static_cast<std::size_t>(side), static_cast<std::size_t>(cell));
    ++s.filled;
    if (has_line(own))
      s.result = win_for(side);
    else if (s.filled == width_ * height_)
      s.result = Result::draw;
    return cell;
  }

  void undo(State& s, Move, Undo cell) const {
    --s.filled;
    const auto side = static_cast<std::size_t>(mover(s));
    s.stones[side].reset(cell);
    s.key ^= zobrist_(side, static_cast<std::size_t>(cell));
    s.result = Result::ongoing;
  }

  Numbers parts(Move move) const { return {static_cast<std::int64_t>(move)}; }

  Move pack(const Numbers& parts) const {
    if (parts.size() != 1 || parts[0] < 0 || parts[0] >= width_) throw RulesError("a move is one column of the board");
    return static_cast<Move>(parts[0]);
  }

  // One number for each cell, row by row from the top left: 0 empty, 1 first player, 2 second player.
  Numbers describe(const State& s) const {
    Numbers cells(static_cast<std::size_t>(width_ * height_), 0);
    for (std::size_t side = 0; side < 2; ++side)
      s.stones[side].each([&](int cell) { cells[place_in_text(cell)] = static_cast<std::int64_t>(side) + 1; });
    return cells;
  }

  // Planes: the stones of the side to move, the opponent's, and ones if the second player is to move.
  Planes planes() const { return {3, height_, width_}; }
  void encode(const State& s, float* out) const {
    const auto side = static_cast<std::size_t>(mover(s));
    const auto cells = static_cast<std::size_t>(width_ * height_);
    s.stones[side].each([&](int cell) { out[place_in_text(cell)] = 1; });
    s.stones[1 - side].each([&](int cell) { out[cells + place_in_text(cell)] = 1; });
    if (side == 1) std::fill_n(out + 2 * cells, cells, 1.0f);
  }
  int actions() const { return width_; }
  int action(const State&, Move move) const { return static_cast<int>(move); }

  KIBITZ_COLD State assemble(const Numbers& cells) const {
    if (cells.size() != static_cast<std::size_t>(width_ * height_))
      throw RulesError("the board has " + std::to_string(width_ * height_) + " cells");
    State s;
    for (int cell = 0; cell < width_ * height_; ++cell) {
      const auto owner = cells[place_in_text(cell)];
      if (owner == 0) continue;
      if (owner != 1 && owner != 2) throw RulesError("a cell is empty or belongs to one of two players");
      if (cell % height_ != 0 && !(s.stones[0].test(cell - 1) || s.stones[1].test(cell - 1)))
        throw RulesError("a stone in column " + std::to_string(cell / height_ + 1) + " has nothing below it");
      s.stones[static_cast<std::size_t>(owner - 1)].set(cell);
      s.key ^= zobrist_(static_cast<std::size_t>(owner - 1), static_cast<std::size_t>(cell));
      ++s.filled;
    }
    const int lead = s.stones[0].count() - s.stones[1].count();
    if (lead != 0 && lead != 1)
      throw RulesError("the first player must have as many stones as the second, or one more");
    if (has_line(s.stones[static_cast<std::size_t>(mover(s))]))
      throw RulesError("the game ended earlier: the side to move already has a line");
    const Side last = opponent(mover(s));
    const bool won = has_line(s.stones[static_cast<std::size_t>(last)]);
    if (!can_be_reached(s, won))
      throw RulesError(won ? "no order of moves leads to it with a last move on top that makes every line"
                           : "no order of moves leads to it, as the stones lie on each other");
    if (won)
      s.result = win_for(last);
    else if (s.filled == width_ * height_)
      s.result = Result::draw;
    return s;
  }

  // Identity and mirror image.
  int symmetries() const { return 2; }

  Move transform_move(Move move, int symmetry) const {
    return symmetry == 0 ? move : static_cast<Move>(width_ - 1) - move;
  }

  State transform(const State& s, int symmetry) const {
    if (symmetry == 0) return s;
    State image;
    image.filled = s.filled;
    image.result = s.result;
    for (std::size_t side = 0; side < 2; ++side)
      s.stones[side].each([&](int cell) {
        const int target = cell_at(width_ - 1 - cell / height_, cell % height_);
        image.stones[side].set(target);
        image.key ^= zobrist_(side, static_cast<std::size_t>(target));
      });
    return image;
  }

  // A tier is the number of stones. Positions of a tier are indexed by column heights, then by the set of the second
  // player's stones; of two reflections the smaller index counts. Only small boards have an index.
  static constexpr bool index_is_symmetric = true;
  int tiers() const
    requires(Words == 1)
  {
    return heights_.empty() ? 0 : width_ * height_ + 1;
  }
  int tier(const State& s) const { return s.filled; }
  std::uint64_t tier_size(int tier) const { return heights_.with(tier).size() * binomial(tier, tier / 2); }

  std::uint64_t index(const State& s) const {
    std::uint32_t code = 0;
    for (int column = width_ - 1; column >= 0; --column)
      code = code * heights_.base() + static_cast<std::uint32_t>(stones_in(s, column));
    const auto [rank, orientation] = heights_.entry(code);
    std::uint64_t whose;
    if (orientation == ColumnHeights::Orientation::canonical)
      whose = seconds_rank(s.stones);
    else if (orientation == ColumnHeights::Orientation::mirrored)
      whose = seconds_rank(reflected(s.stones));
    else
      whose = std::min(seconds_rank(s.stones), seconds_rank(reflected(s.stones)));
    return rank * binomial(s.filled, s.filled / 2) + whose;
  }

  State at(int tier, std::uint64_t index) const {
    const auto splits = binomial(tier, tier / 2);
    auto code = heights_.with(tier)[static_cast<std::size_t>(index / splits)];
    std::array<int, ColumnHeights::kMaxCells> cells;
    std::size_t count = 0;
    for (int column = 0; column < width_; ++column, code /= heights_.base())
      for (int row = 0; row < static_cast<int>(code % heights_.base()); ++row) cells[count++] = cell_at(column, row);
    State s;
    auto whose = index % splits;
    for (int place = tier - 1, seconds = tier / 2; place >= 0; --place) {
      const bool second = seconds > 0 && binomial(place, seconds) <= whose;
      if (second) whose -= binomial(place, seconds--);
      const int cell = cells[static_cast<std::size_t>(place)];
      s.stones[second ? 1 : 0].set(cell);
      s.key ^= zobrist_(second ? 1 : 0, static_cast<std::size_t>(cell));
    }
    s.filled = static_cast<std::uint16_t>(tier);
    for (const Side side : {Side::first, Side::second})
      if (has_line(s.stones[static_cast<std::size_t>(side)])) s.result = win_for(side);
    if (s.result == Result::ongoing && tier == width_ * height_) s.result = Result::draw;
    return s;
  }

  // The number of lines through the cell of the new stone.
  std::uint32_t move_priority(const State& s, Move move) const {
    const int column = static_cast<int>(move);
    return crossing_[static_cast<std::size_t>(cell_at(column, stones_in(s, column)))];
  }

  // Open lines and threats.
  int evaluate(const State& s) const { return threat_evaluation_(lines_, s.stones, mover(s)); }

  // The number of open lines with at least one own stone.
  int open_lines(const State& s, Side side) const {
    const auto own = static_cast<std::size_t>(side);
    return lines_.count(s.stones[own], s.stones[1 - own]);
  }

 private:
  using Heights = std::array<std::uint8_t, kMaxColumns>;

  // The rank of the second player's stones among all sets of that size.
  static std::uint64_t seconds_rank(const std::array<Stones, 2>& stones) {
    const auto filled = stones[0].words[0] | stones[1].words[0];
    std::uint64_t out = 0;
    int seconds = 0;
    for (auto left = stones[1].words[0]; left != 0; left &= left - 1)
      out += binomial(std::popcount(filled & ((left & (~left + 1)) - 1)), ++seconds);
    return out;
  }

  std::array<Stones, 2> reflected(const std::array<Stones, 2>& stones) const {
    std::array<Stones, 2> out;
    const auto mask = (std::uint64_t{1} << height_) - 1;
    for (std::size_t side = 0; side < 2; ++side)
      for (int column = 0; column < width_; ++column)
        out[side].words[0] |= (stones[side].words[0] >> cell_at(column, 0) & mask) << cell_at(width_ - 1 - column, 0);
    return out;
  }

  int cell_at(int column, int row) const { return column * height_ + row; }

  std::size_t place_in_text(int cell) const {
    return static_cast<std::size_t>((height_ - 1 - cell % height_) * width_ + cell / height_);
  }

  // The height of a column, which is a run of ones.
  int stones_in(const State& s, int column) const {
    return std::countr_one((s.stones[0] | s.stones[1]).slice(cell_at(column, 0), height_));
  }

  // Branch-free, as there usually is no line.
  bool has_line(const Stones& own) const {
    Stones found;
    for (const auto& [step, starts] : lines_.directions()) {
      auto runs = own;
      for (const int more : growth_) runs = runs & (runs >> (more * step));
      found = found | (runs & starts);
    }
    return found.any();
  }

  // Whether the stones can be removed alternately, the first one so that no line is left. Removes from the tallest
  // columns first, which nearly always works; after many steps it assumes success.
  KIBITZ_COLD bool can_be_reached(const State& s, bool won) const {
    Heights heights{};
    for (int column = 0; column < width_; ++column)
      heights[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(stones_in(s, column));
    std::set<Heights> dead_ends;
    return unwind(s, s.filled, won, heights, dead_ends);
  }

  bool unwind(const State& s, int left, bool breaks_line, Heights& heights, std::set<Heights>& dead_ends) const {
    constexpr std::size_t kPatience = 20000;
    if (left == 0 || dead_ends.size() >= kPatience) return true;
    if (dead_ends.contains(heights)) return false;
    const auto& own = s.stones[(static_cast<std::size_t>(left) + 1) % 2];
    std::vector<std::pair<int, int>> tops;  // sorts the tallest first: minus the height, column
    for (int column = 0; column < width_; ++column) {
      const int height = heights[static_cast<std::size_t>(column)];
      if (height == 0 || !own.test(cell_at(column, height - 1))) continue;
      auto before = own;
      before.reset(cell_at(column, height - 1));
      if (!breaks_line || !has_line(before)) tops.emplace_back(-height, column);
    }
    std::sort(tops.begin(), tops.end());
    for (const auto& [minus_height, column] : tops) {
      --heights[static_cast<std::size_t>(column)];
      const bool found = unwind(s, left - 1, false, heights, dead_ends);
      ++heights[static_cast<std::size_t>(column)];
      if (found) return true;
    }
    dead_ends.insert(heights);
    return false;
  }

  int width_, height_, length_;
  ColumnHeights heights_;
  OpenLines<Words> lines_;
  ConnectThreats<Words> threat_evaluation_;
  std::array<std::uint32_t, Stones::capacity> crossing_{};  // number of lines through each cell
  std::vector<int> growth_;                                 // increments of a run, doubling, until it is a line
  Zobrist zobrist_;
};

}  // namespace kibitz
