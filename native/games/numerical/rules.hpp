// Numerical tic-tac-toe: one player owns the odd numbers from 1 to the number of cells, the other the even ones.
// Players alternately put an unused number on an empty cell; the player who completes a row, column or diagonal
// with the target sum wins, whichever numbers are in it. A full board without such a line is a draw, and so is a
// position where the side to move has no number left (on odd boards, if the owner of the even numbers begins).
//
// Cells are numbered row by row from the top left, from 0.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/cold.hpp"
#include "base/concepts.hpp"
#include "base/noinline.hpp"
#include "base/random.hpp"
#include "games/numerical/patterns.hpp"
#include "games/numerical/square.hpp"

namespace kibitz {

template <int Size>
class Numerical {
 public:
  static constexpr int kCells = Size * Size;
  using Line = std::array<std::uint8_t, Size>;  // its cells

  struct State {
    std::array<std::uint8_t, kCells> cells{};  // the number on each cell, 0 if empty
    std::array<std::uint8_t, kCells> where{};  // the cell of each used number
    std::uint16_t taken = 0;                   // cells with a number
    std::uint32_t used = 0;                    // numbers on the board: bit n - 1 for n
    std::uint64_t key = 0;
    std::uint8_t filled = 0;
    Result result = Result::ongoing;

    friend bool operator==(const State& a, const State& b) { return a.cells == b.cells; }
  };

  struct Undo {};  // the move itself suffices

  Numerical(int target, bool first_odd) : target_(target), zobrist_(kCells, kCells, 0x6e756d) {
    for (int number = 1; number <= kCells; ++number)
      own_[(number % 2 == 1) == first_odd ? 0 : 1] |= std::uint32_t{1} << (number - 1);
    while (last_ply_ < kCells && std::popcount(own_[index_of(last_ply_ % 2)]) > last_ply_ / 2) ++last_ply_;
    list_lines();
    if constexpr (Size == 3)
      patterns_ = std::make_shared<const Patterns>(
          std::array{index_of(std::popcount(own_[0])), index_of(std::popcount(own_[1]))}, last_ply_);
  }

  State start() const { return {}; }
  Side mover(const State& s) const { return s.filled % 2 == 0 ? Side::first : Side::second; }
  Side turn(const State& s) const { return mover(s); }
  Result result(const State& s) const { return s.result; }
  std::uint64_t key(const State& s) const { return s.key; }

  void moves(const State& s, MoveList& out) const {
    const std::uint32_t numbers = own_[index_of(mover(s))] & ~s.used;
    for (std::uint32_t cells = kBoard & ~std::uint32_t{s.taken}; cells != 0; cells &= cells - 1)
      for (std::uint32_t left = numbers; left != 0; left &= left - 1)
        out.push_back(static_cast<Move>(std::countr_zero(cells) * kCells + std::countr_zero(left)));
  }

  Undo play(State& s, Move move) const {
    const Side side = mover(s);
    put(s, move / kCells, move % kCells);
    if (makes_line(s, move / kCells))
      s.result = win_for(side);
    else if (s.filled == last_ply_)
      s.result = Result::draw;
    return {};
  }

  void undo(State& s, Move move, Undo) const {
    const auto cell = move / kCells, number = move % kCells;
    s.cells[cell] = 0;
    s.taken = static_cast<std::uint16_t>(s.taken & ~(1u << cell));
    s.used &= ~(std::uint32_t{1} << number);
    s.key ^= zobrist_(number, cell);
    --s.filled;
    s.result = Result::ongoing;
  }

  // A cell and a number from 1.
  Numbers parts(Move move) const {
    return {static_cast<std::int64_t>(move / kCells), static_cast<std::int64_t>(move % kCells) + 1};
  }

  Move pack(const Numbers& parts) const {
    if (parts.size() != 2 || parts[0] < 0 || parts[0] >= kCells || parts[1] < 1 || parts[1] > kCells)
      throw RulesError("a move is one cell of the board and a number from 1 to " + std::to_string(kCells));
    return static_cast<Move>(parts[0] * kCells + parts[1] - 1);
  }

  // The number on each cell, 0 if empty.
  Numbers describe(const State& s) const { return {s.cells.begin(), s.cells.end()}; }

  // A plane for each number, and one of ones if the second player is to move.
  Planes planes() const { return {kCells + 1, Size, Size}; }
  void encode(const State& s, float* out) const {
    for (int cell = 0; cell < kCells; ++cell)
      if (const int number = s.cells[index_of(cell)]; number != 0) out[(number - 1) * kCells + cell] = 1;
    if (mover(s) == Side::second) std::fill_n(out + kCells * kCells, kCells, 1.0f);
  }
  int actions() const { return kCells * kCells; }
  int action(const State&, Move move) const { return static_cast<int>(move); }

  KIBITZ_COLD State assemble(const Numbers& cells) const {
    if (cells.size() != index_of(kCells)) throw RulesError("the board has " + std::to_string(kCells) + " cells");
    State s;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell] == 0) continue;
      if (cells[cell] < 0 || cells[cell] > kCells)
        throw RulesError("a cell is empty or has a number from 1 to " + std::to_string(kCells));
      const auto number = static_cast<std::size_t>(cells[cell] - 1);
      if (s.used >> number & 1u) throw RulesError("the number " + std::to_string(cells[cell]) + " is there twice");
      put(s, cell, number);
    }
    const int lead = std::popcount(s.used & own_[0]) - std::popcount(s.used & own_[1]);
    if (lead != 0 && lead != 1)
      throw RulesError("the first player must have as many numbers on the board as the second, or one more");
    settle(s);
    if (has_line(s) && !one_number_made_every_line(s))
      throw RulesError("the game ended earlier: the last move can't have made all the lines that sum to " +
                       std::to_string(target_));
    return s;
  }

  int symmetries() const { return 8; }

  Move transform_move(Move move, int symmetry) const {
    const int image = square_image(static_cast<int>(move / kCells), Size, symmetry);
    return static_cast<Move>(image) * kCells + move % kCells;
  }

  State transform(const State& s, int symmetry) const {
    State image;
    for (int cell = 0; cell < kCells; ++cell)
      if (const auto number = s.cells[index_of(cell)]; number != 0)
        put(image, index_of(square_image(cell, Size, symmetry)), number - std::size_t{1});
    image.result = s.result;
    return image;
  }

  // The lexicographically greatest image with the listed pattern.
  State canonical(const State& s) const
    requires(Size == 3)
  {
    const auto pattern = pattern_of(s);
    const auto& listed = patterns().with(s.filled)[patterns().entry(pattern).number];
    State best;
    for (int symmetry = 0; symmetry < symmetries(); ++symmetry)
      if (patterns().image(pattern, index_of(symmetry)) == listed)
        if (auto image = transform(s, symmetry); image.cells >= best.cells) best = image;
    return best;
  }

  // A tier is the number of plies. Positions of a tier are indexed by their pattern up to symmetry, then by the
  // arrangement of the numbers; positions with a symmetric pattern may have several indexes. About one index in thirty
  // is unreachable, as the game would have ended before. The 4×4 board has no index, as it has far too many positions.
  int tiers() const
    requires(Size == 3)
  {
    return last_ply_ + 1;
  }
  int tier(const State& s) const { return s.filled; }
  std::uint64_t tier_size(int tier) const { return patterns().size(tier); }

  KIBITZ_NOINLINE std::uint64_t index(const State& s) const {
    const auto pattern = pattern_of(s);
    const auto [block, symmetry] = patterns().entry(pattern);
    const auto listed = patterns().image(pattern, symmetry);
    std::array<Arrangements::Sequence, 2> stones{};
    for (std::uint32_t left = s.used; left != 0; left &= left - 1) {
      const auto number = index_of(std::countr_zero(left));
      const auto side = owner(number);
      const auto cell = patterns().image(s.where[number], symmetry);
      stones[side][Patterns::order(listed.cells[side], cell)] = static_cast<std::uint8_t>(number / 2);
    }
    std::array<std::size_t, 2> arranged{};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& ways = patterns().arrangements(s.filled)[side];
      arranged[side] = ways.number({stones[side].data(), ways.chosen()});
    }
    return block * patterns().block(s.filled) + patterns().place(s.filled, arranged);
  }

  KIBITZ_NOINLINE State at(int tier, std::uint64_t index) const {
    const auto each = patterns().block(tier);
    const auto& pattern = patterns().with(tier)[static_cast<std::size_t>(index / each)];
    const auto arranged = patterns().arranged(tier, static_cast<std::size_t>(index % each));
    State s;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& stones = patterns().arrangements(tier)[side][arranged[side]];
      for (std::size_t cell = 0; cell < kCells; ++cell)
        if (pattern.cells[side] >> cell & 1u)
          put(s, cell, number_of(side, stones[Patterns::order(pattern.cells[side], cell)]));
    }
    settle(s);
    return s;
  }

  // For the solver by patterns: the rank, from 0, of a number among its player's numbers.
  const Patterns& patterns() const { return *patterns_; }
  std::size_t number_of(std::size_t side, std::size_t stone) const { return 2 * stone + (own_[side] & 1u ? 0 : 1); }
  const std::vector<Line>& lines() const { return lines_; }
  int target() const { return target_; }

 private:
  static constexpr std::uint32_t kBoard = (std::uint32_t{1} << kCells) - 1;

  template <class T>
  static constexpr std::size_t index_of(T number) {
    return static_cast<std::size_t>(number);
  }

  std::size_t owner(std::size_t number) const { return own_[0] >> number & 1u ? 0 : 1; }

  void add_line(int from, int step) {
    Line line;
    for (int i = 0; i < Size; ++i) {
      const auto cell = index_of(from + i * step);
      line[index_of(i)] = static_cast<std::uint8_t>(cell);
      lines_through_[cell] |= 1u << lines_.size();
    }
    lines_.push_back(line);
  }

  KIBITZ_COLD void list_lines() {
    for (int i = 0; i < Size; ++i) {
      add_line(i * Size, 1);
      add_line(i, Size);
    }
    add_line(0, Size + 1);
    add_line(Size - 1, Size - 1);
    full_lines_.resize(std::size_t{kBoard} + 1);
    for (std::size_t taken = 0; taken < full_lines_.size(); ++taken)
      for (std::size_t line = 0; line < lines_.size(); ++line)
        if (std::all_of(lines_[line].begin(), lines_[line].end(), [&](auto cell) { return taken >> cell & 1u; }))
          full_lines_[taken] = static_cast<std::uint16_t>(full_lines_[taken] | 1u << line);
  }

  void put(State& s, std::size_t cell, std::size_t number) const {
    s.cells[cell] = static_cast<std::uint8_t>(number + 1);
    s.where[number] = static_cast<std::uint8_t>(cell);
    s.taken = static_cast<std::uint16_t>(s.taken | (1u << cell));
    s.used |= std::uint32_t{1} << number;
    s.key ^= zobrist_(number, cell);
    ++s.filled;
  }

  // Whether one of these full lines has the target sum.
  bool any_sums_to_target(const State& s, unsigned lines) const {
    for (; lines != 0; lines &= lines - 1) {
      int sum = 0;
      for (const auto cell : lines_[index_of(std::countr_zero(lines))]) sum += s.cells[cell];
      if (sum == target_) return true;
    }
    return false;
  }

  // Whether the number just placed on `cell` completes a line.
  bool makes_line(const State& s, std::size_t cell) const {
    return any_sums_to_target(s, full_lines_[s.taken] & lines_through_[cell]);
  }

  bool has_line(const State& s) const { return any_sums_to_target(s, full_lines_[s.taken]); }

  // Sets the result of a position that was set up.
  void settle(State& s) const {
    if (has_line(s))
      s.result = win_for(opponent(mover(s)));
    else if (s.filled == last_ply_)
      s.result = Result::draw;
  }

  bool one_number_made_every_line(const State& s) const {
    const auto last_owner = own_[index_of(opponent(mover(s)))];
    for (int cell = 0; cell < kCells; ++cell) {
      const auto number = s.cells[index_of(cell)];
      if (number == 0 || !(last_owner >> (number - 1) & 1u)) continue;
      auto before = s;
      undo(before, static_cast<Move>(cell * kCells + number - 1), {});
      if (!has_line(before)) return true;
    }
    return false;
  }

  // The cells of each player.
  Pattern pattern_of(const State& s) const {
    Pattern out;
    for (std::uint32_t left = s.used; left != 0; left &= left - 1) {
      const auto number = index_of(std::countr_zero(left));
      auto& cells = out.cells[owner(number)];
      cells = static_cast<std::uint16_t>(cells | 1u << s.where[number]);
    }
    return out;
  }

  int target_;
  int last_ply_ = 0;                    // the game ends here at the latest
  std::array<std::uint32_t, 2> own_{};  // the numbers of each player
  std::vector<Line> lines_;
  std::array<unsigned, kCells> lines_through_{};  // by cell: bit i for line i
  std::vector<std::uint16_t> full_lines_;         // full lines, by the set of filled cells
  Zobrist zobrist_;
  std::shared_ptr<const Patterns> patterns_;  // 3×3 only
};

}  // namespace kibitz
