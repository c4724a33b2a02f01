// m,n,k: players alternately put a stone on any empty cell; k own stones in a line win (or, misère, lose). Tic-tac-toe
// is 3,3,3.
//
// Cells are numbered row by row from the top left, from 0.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/bits.hpp"
#include "base/cold.hpp"
#include "base/concepts.hpp"
#include "base/noinline.hpp"
#include "base/open_lines.hpp"
#include "base/random.hpp"
#include "base/ranking.hpp"
#include "games/mnk/filled_sets.hpp"
#include "games/mnk/line_evaluator.hpp"

namespace kibitz {

template <std::size_t Words>
class Mnk {
 public:
  using Stones = Bits<Words>;
  using IncrementalEvaluator = LineEvaluator;

  struct State {
    std::array<Stones, 2> stones;  // of the first and the second player
    std::uint64_t key = 0;
    std::uint16_t filled = 0;
    Result result = Result::ongoing;

    friend bool operator==(const State& a, const State& b) { return a.stones == b.stones; }
  };

  struct Undo {};  // the move itself suffices

  KIBITZ_COLD Mnk(int width, int height, int length, bool misere)
      : width_(width),
        height_(height),
        length_(length),
        misere_(misere),
        open_(length, OpenLines<Words>::directions(width, height, 1, width, length)),
        lines_(std::make_shared<const LineMap>(width * height, length, line_list(), line_value)),
        filled_sets_(std::make_shared<const FilledSets>(
            width * height, symmetries(),
            [this](int cell, int symmetry) { return transform_move(static_cast<Move>(cell), symmetry); })),
        zobrist_(2, Stones::capacity, 0x6d6e6b) {
    for (int cell = 0; cell < width_ * height_; ++cell) board_.set(cell);
    init_reach();
    list_wins();
    if (board_cells() <= kFewCells) list_images();
  }

  State start() const { return {}; }
  Side mover(const State& s) const { return s.filled % 2 == 0 ? Side::first : Side::second; }
  Side turn(const State& s) const { return mover(s); }
  Result result(const State& s) const { return s.result; }
  std::uint64_t key(const State& s) const { return s.key; }

  void moves(const State& s, MoveList& out) const {
    const auto empty = board_.without(s.stones[0] | s.stones[1]);
    auto* next = out.extend(board_cells() - s.filled);
    empty.each([&](int cell) { *next++ = static_cast<Move>(cell); });
  }

  std::uint32_t number_of_moves(const State& s) const { return static_cast<std::uint32_t>(board_cells()) - s.filled; }
  Move move_at(const State& s, std::uint32_t place) const {
    return static_cast<Move>(board_.without(s.stones[0] | s.stones[1]).at(place));
  }

  Undo play(State& s, Move move) const {
    const int cell = static_cast<int>(move);
    const Side side = mover(s);
    auto& own = s.stones[static_cast<std::size_t>(side)];
    own.set(cell);
    s.key ^= zobrist_(static_cast<std::size_t>(side), move);
    ++s.filled;
    // A line takes at least `length` own stones.
    if (s.filled + 1 >= 2 * length_ && makes_line(own, cell))
      s.result = win_for(misere_ ? opponent(side) : side);
    else if (s.filled == width_ * height_)
      s.result = Result::draw;
    return {};
  }

  void undo(State& s, Move move, Undo) const {
    --s.filled;
    const Side side = mover(s);
    s.stones[static_cast<std::size_t>(side)].reset(static_cast<int>(move));
    s.key ^= zobrist_(static_cast<std::size_t>(side), move);
    s.result = Result::ongoing;
  }

  Numbers parts(Move move) const { return {static_cast<std::int64_t>(move)}; }

  Move pack(const Numbers& parts) const {
    if (parts.size() != 1 || parts[0] < 0 || parts[0] >= width_ * height_)
      throw RulesError("a move is one cell of the board");
    return static_cast<Move>(parts[0]);
  }

  // One number for each cell: 0 empty, 1 first player, 2 second player.
  Numbers describe(const State& s) const {
    Numbers cells(static_cast<std::size_t>(width_ * height_), 0);
    for (std::size_t side = 0; side < 2; ++side)
      s.stones[side].each(
          [&](int cell) { cells[static_cast<std::size_t>(cell)] = static_cast<std::int64_t>(side) + 1; });
    return cells;
  }

  // Planes: the stones of the side to move, the opponent's, and ones if the second player is to move.
  Planes planes() const { return {3, height_, width_}; }
  void encode(const State& s, float* out) const {
    const auto side = static_cast<std::size_t>(mover(s));
    const std::size_t cells = board_cells();
    s.stones[side].each([&](int cell) { out[cell] = 1; });
    s.stones[1 - side].each([&](int cell) { out[cells + static_cast<std::size_t>(cell)] = 1; });
    if (side == 1) std::fill_n(out + 2 * cells, cells, 1.0f);
  }
  int actions() const { return width_ * height_; }
  int action(const State&, Move move) const { return static_cast<int>(move); }

  KIBITZ_COLD State assemble(const Numbers& cells) const {
    if (cells.size() != static_cast<std::size_t>(width_ * height_))
      throw RulesError("the board has " + std::to_string(width_ * height_) + " cells");
    State s;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell] == 0) continue;
      if (cells[cell] != 1 && cells[cell] != 2) throw RulesError("a cell is empty or belongs to one of two players");
      const auto side = static_cast<std::size_t>(cells[cell] - 1);
      s.stones[side].set(static_cast<int>(cell));
      s.key ^= zobrist_(side, cell);
      ++s.filled;
    }
    const int lead = s.stones[0].count() - s.stones[1].count();
    if (lead != 0 && lead != 1)
      throw RulesError("the first player must have as many stones as the second, or one more");
    const Side last = opponent(mover(s));
    if (has_line(s.stones[static_cast<std::size_t>(mover(s))]))
      throw RulesError("the game ended earlier: the side to move already has a line");
    const auto& own = s.stones[static_cast<std::size_t>(last)];
    if (has_line(own)) {
      if (!one_stone_made_every_line(own)) throw RulesError("no single last move could have made all these lines");
      s.result = win_for(misere_ ? opponent(last) : last);
    } else if (s.filled == width_ * height_) {
      s.result = Result::draw;
    }
    return s;
  }

  // Symmetries of the board: 8 if it is square, else 4. Bit 0 reflects left-right, bit 1 top-bottom, bit 2 along the
  // diagonal.
  int symmetries() const { return width_ == height_ ? 8 : 4; }

  Move transform_move(Move move, int symmetry) const {
    int row = static_cast<int>(move) / width_;
    int column = static_cast<int>(move) % width_;
    if (symmetry & 1) column = width_ - 1 - column;
    if (symmetry & 2) row = height_ - 1 - row;
    if (symmetry & 4) std::swap(row, column);
    return static_cast<Move>(row * width_ + column);
  }

  State transform(const State& s, int symmetry) const {
    State image;
    image.filled = s.filled;
    image.result = s.result;
    for (std::size_t side = 0; side < 2; ++side)
      s.stones[side].each([&](int cell) {
        const Move target = transform_move(static_cast<Move>(cell), symmetry);
        image.stones[side].set(static_cast<int>(target));
        image.key ^= zobrist_(side, target);
      });
    return image;
  }

  // A tier is the number of stones. Symmetric positions have one index; large boards have none, as they have far too
  // many positions.
  static constexpr bool index_is_symmetric = true;
  int tiers() const
    requires(Words == 1)
  {
    return filled_sets_->exist() ? width_ * height_ + 1 : 0;
  }
  int tier(const State& s) const { return s.filled; }
  std::uint64_t tier_size(int tier) const {
    return saturating_product(filled_sets_->with(tier).size(), binomial(tier, tier / 2));
  }

  // The rank of the filled cells, and among those of the second player's.
  std::uint64_t index(const State& s) const {
    const auto filled = static_cast<FilledSets::Set>(s.stones[0].words[0] | s.stones[1].words[0]);
    const auto seconds = static_cast<FilledSets::Set>(s.stones[1].words[0]);
    const auto [rank, symmetries] = filled_sets_->entry(filled);
    auto whose = std::numeric_limits<std::uint64_t>::max();
    for (unsigned left = symmetries; left != 0; left &= left - 1) {
      const int symmetry = std::countr_zero(left);
      whose =
          std::min(whose, rank_among(filled_sets_->image(filled, symmetry), filled_sets_->image(seconds, symmetry)));
    }
    return rank * binomial(s.filled, s.filled / 2) + whose;
  }

  State at(int tier, std::uint64_t index) const {
    State s;
    const auto splits = binomial(tier, tier / 2);
    auto filled = filled_sets_->with(tier)[static_cast<std::size_t>(index / splits)];
    auto whose = index % splits;
    int seconds = tier / 2;
    for (int left = tier; left > 0; --left) {
      const int cell = static_cast<int>(std::bit_width(filled)) - 1;
      filled ^= FilledSets::Set{1} << cell;
      std::size_t side = 0;
      if (seconds > 0 && binomial(left - 1, seconds) <= whose) {
        whose -= binomial(left - 1, seconds--);
        side = 1;
      }
      s.stones[side].set(cell);
      s.key ^= zobrist_(side, static_cast<std::size_t>(cell));
    }
    s.filled = static_cast<std::uint16_t>(tier);
    for (const Side side : {Side::first, Side::second})
      if (has_line(s.stones[static_cast<std::size_t>(side)])) s.result = win_for(misere_ ? opponent(side) : side);
    if (s.result == Result::ongoing && tier == width_ * height_) s.result = Result::draw;
    return s;
  }

  // A line with stones of only one player counts 1, 10, 100... by their number, for that player (against it in misère
  // games).
  int evaluate(const State& s) const {
    std::array<int, 2> total{};
    for (std::size_t side = 0; side < 2; ++side)
      open_.each(s.stones[side], s.stones[1 - side],
                 [&](int count, const Stones& lines, int) { total[side] += line_value(count) * lines.count(); });
    return misere_ ? total[1] - total[0] : total[0] - total[1];
  }

  // The same evaluation, updated incrementally.
  LineEvaluator incremental_evaluator(const State& s) const {
    LineEvaluator evaluator(*lines_, misere_, forced_);
    for (const Side side : {Side::first, Side::second})
      s.stones[static_cast<std::size_t>(side)].each([&](int cell) { evaluator.play(side, static_cast<Move>(cell)); });
    return evaluator;
  }

  // `forced` 1: the search uses immediate wins, forced replies and dead draws.
  KIBITZ_COLD Mnk with_options(const Options& options) const {
    Mnk out = *this;
    for (const auto& [name, value] : options) {
      const bool on = option(options, name, 0, 1) != 0;
      if (name == "forced")
        out.forced_ = on;
      else if (name == "images" && on)
        out.list_images();
      else if (name != "images")
        throw RulesError("searches of this game have no option called '" + name + "'");
    }
    return out;
  }

  // The number of lines through the cell.
  std::uint32_t move_priority(const State&, Move move) const { return lines_->crossing(move); }

  // The smallest key of all images, with its symmetry. Used on small boards, where searches often meet symmetric
  // positions, or on request.
  SymmetricKey symmetric_key(const State& s) const {
    if (images_.empty()) return {s.key, 0};
    std::array<std::uint64_t, 8> keys{};
    for (std::size_t side = 0; side < 2; ++side)
      s.stones[side].each([&](int cell) {
        const auto& image = images_[side * board_cells() + static_cast<std::size_t>(cell)];
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] ^= image[i];
      });
    const auto least = std::min_element(keys.begin(), keys.begin() + symmetries());
    return {*least, static_cast<int>(least - keys.begin())};
  }

  // The number of open lines with at least one own stone; -1 if lines do not win.
  int open_lines(const State& s, Side side) const {
    const auto own = static_cast<std::size_t>(side);
    return misere_ ? -1 : open_.count(s.stones[own], s.stones[1 - own]);
  }

 private:
  static constexpr std::size_t kFewCells = 16, kVeryFewCells = 12;

  // The step of a ray from a cell, and the number of cells on it.
  struct Reach {
    std::int16_t step, cells;
  };

  // The rank of a subset among all of its size.
  static std::uint64_t rank_among(FilledSets::Set set, FilledSets::Set subset) {
    std::uint64_t out = 0;
    int seen = 0;
    for (; subset != 0; subset &= subset - 1)
      out += binomial(std::popcount(set & ((subset & (~subset + 1)) - 1)), ++seen);
    return out;
  }

  static int line_value(int stones) {
    constexpr std::array<int, 6> kPowers{0, 1, 10, 100, 1000, 10000};
    return kPowers[static_cast<std::size_t>(std::min(stones, 5))];
  }

  std::vector<LineMap::Line> line_list() const {
    std::vector<LineMap::Line> out;
    for (const auto& [step, starts] : open_.directions()) starts.each([&](int cell) { out.push_back({cell, step}); });
    return out;
  }

  std::size_t board_cells() const { return static_cast<std::size_t>(width_ * height_); }

  KIBITZ_COLD void list_images() {
    images_.resize(2 * board_cells());
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t cell = 0; cell < board_cells(); ++cell)
        for (int symmetry = 0; symmetry < symmetries(); ++symmetry)
          images_[side * board_cells() + cell][static_cast<std::size_t>(symmetry)] =
              zobrist_(side, transform_move(static_cast<Move>(cell), symmetry));
  }

  // Rays from each cell in both directions of each line, cut to the length of a line.
  KIBITZ_COLD void init_reach() {
    if constexpr (Words == 1) return;  // see makes_line
    constexpr std::array<std::array<int, 2>, 4> kSteps{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int row = 0; row < height_; ++row)
      for (int column = 0; column < width_; ++column)
        for (const auto& [down, right] : kSteps)
          for (const int sign : {1, -1}) {
            int cells = 0;
            for (int r = row + sign * down, c = column + sign * right;
                 cells < length_ - 1 && r >= 0 && r < height_ && c >= 0 && c < width_;
                 r += sign * down, c += sign * right)
              ++cells;
            reach_.push_back(
                {static_cast<std::int16_t>(sign * (down * width_ + right)), static_cast<std::int16_t>(cells)});
          }
  }

  // On tiny boards, a lookup table of sets of stones with a line.
  void list_wins() {
    if (board_cells() > kVeryFewCells) return;
    wins_.resize(std::size_t{1} << board_cells());
    Stones stones;
    for (std::size_t set = 0; set < wins_.size(); ++set) {
      stones.words[0] = set;
      wins_[set] = open_.complete(stones);
    }
  }

  // Whether the stone just placed on `cell` completes a line: on small boards by the whole board, on large ones by rays
  // from the stone.
  bool makes_line(const Stones& own, int cell) const {
    if constexpr (Words == 1) {
      return wins_.empty() ? has_line(own) : wins_[own.words[0]] != 0;
    } else {
      const auto* reach = &reach_[static_cast<std::size_t>(cell) * 8];
      const auto run = [&](const Reach& ray) {
        int count = 0;
        for (int at = cell + ray.step; count < ray.cells && own.test(at); at += ray.step) ++count;
        return count;
      };
      for (int ray = 0; ray < 8; ray += 2)
        if (1 + run(reach[ray]) + run(reach[ray + 1]) >= length_) return true;
      return false;
    }
  }

  // Not inlined, so that the lookup on tiny boards needs none of its registers.
  KIBITZ_NOINLINE bool has_line(const Stones& own) const { return open_.complete(own); }

  KIBITZ_COLD bool one_stone_made_every_line(const Stones& own) const {
    bool found = false;
    own.each([&](int cell) {
      auto before = own;
      before.reset(cell);
      found = found || !has_line(before);
    });
    return found;
  }

  int width_, height_, length_;
  bool misere_;
  bool forced_ = false;
  Stones board_;                                      // every cell
  std::vector<std::array<std::uint64_t, 8>> images_;  // Zobrist keys of a stone in each image of a position
  OpenLines<Words> open_;
  std::shared_ptr<const LineMap> lines_;  // shared with copies that have other search options
  std::vector<Reach> reach_;              // eight for each cell
  std::vector<std::uint8_t> wins_;        // by set of cells, on tiny boards
  std::shared_ptr<const FilledSets> filled_sets_;
  Zobrist zobrist_;
};

}  // namespace kibitz
