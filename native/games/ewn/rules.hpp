// EinStein würfelt nicht!: numbered stones race to the opposite corner; a die says which stone must move.
//
// The first player ("red") starts top left and moves right, down or both; the second ("blue") starts bottom right and
// moves left, up or both. A step captures any stone on its target, own or other. The player who reaches the far corner
// or captures the last enemy stone wins. Cells are numbered row by row from the top left, from 0; stones from 1. A turn
// is two moves: chance rolls, the player moves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/cold.hpp"
#include "base/concepts.hpp"
#include "base/random.hpp"
#include "games/ewn/network.hpp"
#include "games/ewn/race.hpp"
#include "games/ewn/squares.hpp"
#include "games/ewn/stone_set.hpp"

namespace kibitz {

template <int Row>
class EwnShallowSearch;
template <class Evaluator>
class EwnStepSearch;
class Tablebase;

class Ewn {
 public:
  static constexpr int kMaxStones = 9;  // one digit each
  static constexpr int kMaxFaces = 20;
  static constexpr int kMaxSize = 8;  // cells fit one word
  static constexpr int kOriginalSize = 5;

  struct State {
    std::array<std::array<std::uint8_t, kMaxStones>, 2> cells;  // of each stone; kGone if it is captured
    std::array<std::uint16_t, 2> living{};                      // bit i: stone i + 1 is on the board
    std::array<std::uint64_t, 2> occupied{};                    // the cells of those stones
    std::uint64_t key = 0;
    Side mover = Side::first;
    std::uint8_t roll = 0;  // the face rolled; 0 before the roll
    Result result = Result::ongoing;

    State() {
      for (auto& side : cells) side.fill(kGone);
    }

    friend bool operator==(const State& a, const State& b) {
      return a.cells == b.cells && a.mover == b.mover && a.roll == b.roll;
    }
  };

  struct Undo {
    std::uint8_t from;
    std::uint8_t taken;  // captured stone, 0 if none
    Side taken_from;
    std::uint8_t roll;
  };

  // The set-up: the stone on each cell of a player's corner, row by row from that player's point of view, and who
  // begins.
  struct Setup {
    std::array<std::vector<int>, 2> stones;
    Side begins = Side::first;
  };

  KIBITZ_COLD Ewn(int size, int stones, int faces, const Setup& setup)
      : size_(size),
        stones_(stones),
        faces_(faces),
        squares_(size, faces, EwnSquares::Style::normal, kThreat),
        zobrist_(2 * kMaxStones + 2, 64, 0x65776e) {
    list_targets();
    set_up(setup);
  }

  int size() const { return size_; }
  int stones() const { return stones_; }
  int faces() const { return faces_; }

  State start() const { return start_; }
  Side mover(const State& s) const { return s.mover; }
  Side turn(const State& s) const { return s.roll == 0 ? Side::chance : s.mover; }
  Result result(const State& s) const { return s.result; }
  std::uint64_t key(const State& s) const { return s.key; }

  // A roll is its face; a stone's move is the stone and its target. Stones count from 1, so the two are distinct.
  static constexpr Move roll_move(int face) { return static_cast<Move>(face); }
  static constexpr Move stone_move(int stone, int target) { return static_cast<Move>(stone * 64 + target); }
  static constexpr bool is_roll(Move move) { return move < 64; }
  static constexpr int stone_of(Move move) { return static_cast<int>(move / 64); }
  static constexpr int target_of(Move move) { return static_cast<int>(move % 64); }

  void moves(const State& s, MoveList& out) const {
    if (s.roll == 0) {
      for (int face = 1; face <= faces_; ++face) out.push_back(roll_move(face));
      return;
    }
    const std::uint32_t living = s.living[at(s.mover)];
    const std::uint32_t rolled = std::uint32_t{1} << (s.roll - 1);
    if (living & rolled) {
      add_steps(s, s.roll, out);
      return;
    }
    // If the rolled stone is gone, the next lower or the next higher one moves.
    const std::uint32_t lower = living & (rolled - 1);
    const std::uint32_t higher = living & ~(rolled - 1);
    if (lower != 0) add_steps(s, static_cast<int>(std::bit_width(lower)), out);
    if (higher != 0) add_steps(s, std::countr_zero(higher) + 1, out);
  }

  void chances(const State&, ChanceList& out) const {
    for (int face = 1; face <= faces_; ++face) out.push_back({roll_move(face), 1.0 / faces_});
  }

  Undo play(State& s, Move move) const {
    if (is_roll(move)) {
      set_roll(s, static_cast<int>(move));
      return {};
    }
    const int stone = stone_of(move), target = target_of(move);
    Undo undo{s.cells[at(s.mover)][index(stone)], 0, s.mover, s.roll};
    for (const Side side : {Side::first, Side::second})
      if (has(s, side, target)) {
        undo.taken = static_cast<std::uint8_t>(stone_on(s, side, target));
        undo.taken_from = side;
        remove(s, side, undo.taken);
      }
    remove(s, s.mover, stone);
    put(s, s.mover, stone, target);
    const Side other = opponent(s.mover);
    if (target == goal(s.mover) || s.living[at(other)] == 0) s.result = win_for(s.mover);
    set_roll(s, 0);
    set_mover(s, other);
    return undo;
  }

  void undo(State& s, Move move, const Undo& undo) const {
    if (is_roll(move)) {
      set_roll(s, 0);
      return;
    }
    set_mover(s, opponent(s.mover));
    set_roll(s, undo.roll);
    s.result = Result::ongoing;
    remove(s, s.mover, stone_of(move));
    put(s, s.mover, stone_of(move), undo.from);
    if (undo.taken != 0) put(s, undo.taken_from, undo.taken, target_of(move));
  }

  Numbers parts(Move move) const {
    if (is_roll(move)) return {static_cast<std::int64_t>(move)};
    return {stone_of(move), target_of(move)};
  }

  Move pack(const Numbers& parts) const {
    if (parts.size() == 1) {
      if (parts[0] < 1 || parts[0] > faces_) throw RulesError("the die has faces 1 to " + std::to_string(faces_));
      return roll_move(static_cast<int>(parts[0]));
    }
    if (parts.size() != 2) throw RulesError("a move is a face of the die, or a stone and a cell");
    if (parts[0] < 1 || parts[0] > stones_) throw RulesError("the stones are 1 to " + std::to_string(stones_));
    if (parts[1] < 0 || parts[1] >= size_ * size_) throw RulesError("that cell is not on the board");
    return stone_move(static_cast<int>(parts[0]), static_cast<int>(parts[1]));
  }

  // The mover (0 red, 1 blue), the roll (0 before it), then the cells of red's and blue's stones, -1 for captured ones.
  Numbers describe(const State& s) const {
    Numbers out{static_cast<std::int64_t>(s.mover), s.roll};
    for (const auto& cells : s.cells)
      for (std::size_t i = 0; i < static_cast<std::size_t>(stones_); ++i)
        out.push_back(cells[i] == kGone ? -1 : cells[i]);
    return out;
  }

  // From the mover's point of view: a plane for each own stone and each of the opponent's, planes of ones for the face
  // rolled and if blue is the mover.
  Planes planes() const { return {2 * stones_ + faces_ + 1, size_, size_}; }
  void encode(const State& s, float* out) const {
    const int cells = size_ * size_;
    for (const Side side : {Side::first, Side::second})
      for (int stone = 1; stone <= stones_; ++stone)
        if (const int cell = s.cells[at(side)][index(stone)]; cell != kGone) {
          const int plane = (side == s.mover ? 0 : stones_) + stone - 1;
          out[plane * cells + (s.mover == Side::first ? cell : cells - 1 - cell)] = 1;
        }
    if (s.roll != 0) std::fill_n(out + (2 * stones_ + s.roll - 1) * cells, cells, 1.0f);
    if (s.mover == Side::second) std::fill_n(out + (2 * stones_ + faces_) * cells, cells, 1.0f);
  }
  // A stone and its direction: along the row, along the column, or both.
  int actions() const { return 3 * stones_; }
  int action(const State& s, Move move) const {
    if (is_roll(move)) return -1;
    const int from = s.cells[at(s.mover)][index(stone_of(move))], to = target_of(move);
    const int step = from < to ? to - from : from - to;
    return 3 * (stone_of(move) - 1) + (step == 1 ? 0 : step == size_ ? 1 : 2);
  }

  KIBITZ_COLD State assemble(const Numbers& numbers) const {
    const auto count = static_cast<std::size_t>(stones_);
    if (numbers.size() != 2 + 2 * count) throw RulesError("a position is a player, a roll and every stone's cell");
    if (numbers[0] != 0 && numbers[0] != 1) throw RulesError("either red or blue is to move");
    if (numbers[1] < 0 || numbers[1] > faces_) throw RulesError("the die has faces 1 to " + std::to_string(faces_));
    State s;
    for (const Side side : {Side::first, Side::second})
      for (std::size_t i = 0; i < count; ++i) {
        const auto cell = numbers[2 + at(side) * count + i];
        if (cell == -1) continue;
        if (cell < 0 || cell >= size_ * size_) throw RulesError("a stone stands outside the board");
        if (has(s, Side::first, static_cast<int>(cell)) || has(s, Side::second, static_cast<int>(cell)))
          throw RulesError("two stones stand on one cell");
        put(s, side, static_cast<int>(i) + 1, static_cast<int>(cell));
      }
    set_mover(s, static_cast<Side>(numbers[0]));
    set_roll(s, static_cast<int>(numbers[1]));
    s.result = check_result(s);
    return s;
  }

  // Identity and reflection along the diagonal between the goals.
  int symmetries() const { return 2; }

  Move transform_move(Move move, int symmetry) const {
    return is_roll(move) ? move : stone_move(stone_of(move), image(target_of(move), symmetry));
  }

  State transform(const State& s, int symmetry) const {
    State out;
    for (const Side side : {Side::first, Side::second})
      for (int stone = 1; stone <= stones_; ++stone)
        if (const auto cell = s.cells[at(side)][index(stone)]; cell != kGone)
          put(out, side, stone, image(cell, symmetry));
    set_mover(out, s.mover);
    set_roll(out, s.roll);
    out.result = s.result;
    return out;
  }

  double evaluate(const State& s) const {
    if (network_ == nullptr && race_ == nullptr) return squares_(s);
    const EwnStoneSet rolls(s, s.mover), waits(s, opponent(s.mover));
    const double value =
        network_ != nullptr ? network_->value(network_->sums(rolls, waits)) : race_->value(race_->sums(rolls, waits));
    return s.mover == Side::first ? value : -value;
  }

  // Shallow search before a roll, by the fastest implementation (shallow_search.cpp).
  class ShallowSearch {
   public:
    static constexpr int kMaxDepth = 2;

    ShallowSearch(const Ewn& game, bool uses_cache);
    ShallowSearch(ShallowSearch&&) noexcept;
    ~ShallowSearch();

    ShallowResult search(const State& s, int decisions, double enough);
    // Sets the tablebase to probe; returns whether it can be used.
    bool set_tablebase(const Tablebase* known);

   private:
    std::unique_ptr<EwnShallowSearch<kOriginalSize + 1>> small_;
    std::unique_ptr<EwnShallowSearch<kMaxSize + 1>> large_;
    std::unique_ptr<EwnStepSearch<EwnNetwork>> learned_;
    std::unique_ptr<EwnStepSearch<EwnRace>> race_;
  };
  ShallowSearch shallow_search(bool uses_cache) const { return {*this, uses_cache}; }

  // The gain in the values of cells, captures included.
  std::uint32_t move_priority(const State& s, Move move) const {
    const auto from = s.cells[at(s.mover)][index(stone_of(move))];
    const auto to = static_cast<std::size_t>(target_of(move));
    if (static_cast<int>(to) == goal(s.mover)) return kMaxPromise;
    int gain = squares_.value(at(s.mover), to) - squares_.value(at(s.mover), from);
    const Side other = opponent(s.mover);
    if (has(s, other, target_of(move))) gain += squares_.value(at(other), to);
    if (has(s, s.mover, target_of(move))) gain -= squares_.value(at(s.mover), to);
    return static_cast<std::uint32_t>(std::max(0, kMaxPromise / 2 + gain));
  }

  // The same rules with another evaluation: `eval` is an Evaluation, `threat` the weight of threats in hundredths.
  enum Evaluation : std::uint8_t { normal, aggressive, race, learned };
  KIBITZ_COLD Ewn with_options(const Options& options) const {
    int eval = normal;
    int threat = kThreat;
    for (const auto& [name, value] : options)
      if (name == "eval")
        eval = option(options, name, normal, learned);
      else if (name == "threat")
        threat = option(options, name, 0, 1000);
      else
        throw RulesError("searches of this game have no option called '" + name + "'");
    if (eval >= race && !is_original())
      throw RulesError("only the original game, 5×5 with six stones and six faces, has this evaluation");
    Ewn out = *this;
    const auto style = eval == aggressive ? EwnSquares::Style::aggressive : EwnSquares::Style::normal;
    out.squares_ = EwnSquares(size_, faces_, style, threat);
    out.network_ = eval == learned ? &ewn_network() : nullptr;
    out.race_ = eval == race ? &ewn_race() : nullptr;
    return out;
  }

  bool is_original() const {
    return size_ == EwnStoneSet::kSize && stones_ == static_cast<int>(EwnStoneSet::kStones) && faces_ == stones_;
  }

  // The Zobrist number of a stone; public for tests of collisions.
  std::uint64_t stone_key(Side side, int stone, int cell) const {
    return zobrist_(at(side) * kMaxStones + index(stone), static_cast<std::size_t>(cell));
  }

  // The cells of the corner for `stones` stones, from the first player's point of view: row by row through the smallest
  // triangle that holds them.
  static std::vector<int> corner(int size, int stones) {
    int rows = 1;
    while (rows * (rows + 1) / 2 < stones) ++rows;
    std::vector<int> cells;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; row + column < rows; ++column) cells.push_back(row * size + column);
    cells.resize(static_cast<std::size_t>(stones));
    return cells;
  }

 private:
  static constexpr std::uint8_t kGone = 0xff;
  static constexpr int kThreat = 25;  // in hundredths
  static constexpr int kMaxPromise = 1 << 18;

  // The targets of a stone's steps: at most three.
  struct Targets {
    std::array<std::uint8_t, 3> cells;
    int count = 0;
  };

  static constexpr std::size_t at(Side side) { return static_cast<std::size_t>(side); }
  static constexpr std::size_t index(int stone) { return static_cast<std::size_t>(stone - 1); }
  static constexpr std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }

  int goal(Side side) const { return side == Side::first ? size_ * size_ - 1 : 0; }
  int image(int cell, int symmetry) const { return symmetry == 0 ? cell : cell % size_ * size_ + cell / size_; }
  static bool has(const State& s, Side side, int cell) { return (s.occupied[at(side)] & bit(cell)) != 0; }

  static int stone_on(const State& s, Side side, int cell) {
    int stone = 1;
    while (s.cells[at(side)][index(stone)] != cell) ++stone;
    return stone;
  }

  void put(State& s, Side side, int stone, int cell) const {
    s.cells[at(side)][index(stone)] = static_cast<std::uint8_t>(cell);
    s.living[at(side)] = static_cast<std::uint16_t>(s.living[at(side)] | 1u << (stone - 1));
    s.occupied[at(side)] |= bit(cell);
    s.key ^= stone_key(side, stone, cell);
  }

  void remove(State& s, Side side, int stone) const {
    auto& cell = s.cells[at(side)][index(stone)];
    s.living[at(side)] = static_cast<std::uint16_t>(s.living[at(side)] & ~(1u << (stone - 1)));
    s.occupied[at(side)] &= ~bit(cell);
    s.key ^= stone_key(side, stone, cell);
    cell = kGone;
  }

  void set_roll(State& s, int face) const {
    const auto number = [&](int of) { return of == 0 ? 0 : zobrist_(2 * kMaxStones, static_cast<std::size_t>(of)); };
    s.key ^= number(s.roll) ^ number(face);
    s.roll = static_cast<std::uint8_t>(face);
  }

  void set_mover(State& s, Side side) const {
    if (s.mover != side) s.key ^= zobrist_(2 * kMaxStones + 1, 0);
    s.mover = side;
  }

  void add_steps(const State& s, int stone, MoveList& out) const {
    const auto& targets = targets_[at(s.mover)][s.cells[at(s.mover)][index(stone)]];
    for (int i = 0; i < targets.count; ++i)
      out.push_back(stone_move(stone, targets.cells[static_cast<std::size_t>(i)]));
  }

  // The result of a set-up position, with all checks of legality.
  Result check_result(const State& s) const {
    std::array<bool, 2> wins{};
    for (const Side side : {Side::first, Side::second})
      wins[at(side)] = has(s, side, goal(side)) || s.living[at(opponent(side))] == 0;
    if (s.living[0] == 0 && s.living[1] == 0) throw RulesError("there are no stones");
    if (wins[0] && wins[1]) throw RulesError("both players would have won");
    if (!wins[0] && !wins[1]) return Result::ongoing;
    const Side winner = wins[0] ? Side::first : Side::second;
    if (s.mover == winner) throw RulesError("the game ended earlier: the side to move has already won");
    if (s.roll != 0) throw RulesError("the game has ended, so nothing is rolled");
    return win_for(winner);
  }

  KIBITZ_COLD void list_targets() {
    for (const Side side : {Side::first, Side::second}) {
      const int forward = side == Side::first ? 1 : -1;
      for (int row = 0; row < size_; ++row)
        for (int column = 0; column < size_; ++column) {
          auto& targets = targets_[at(side)][static_cast<std::size_t>(row * size_ + column)];
          for (const auto& [down, right] : {std::array{0, 1}, std::array{1, 0}, std::array{1, 1}}) {
            const int to_row = row + down * forward, to_column = column + right * forward;
            if (to_row < 0 || to_row >= size_ || to_column < 0 || to_column >= size_) continue;
            targets.cells[static_cast<std::size_t>(targets.count++)] =
                static_cast<std::uint8_t>(to_row * size_ + to_column);
          }
        }
    }
  }

  void set_up(const Setup& setup) {
    const auto cells = corner(size_, stones_);
    for (const Side side : {Side::first, Side::second}) {
      const auto& order = setup.stones[at(side)];
      std::uint32_t seen = 0;
      for (const int stone : order)
        if (stone >= 1 && stone <= stones_) seen |= 1u << stone;
      if (order.size() != cells.size() || std::popcount(seen) != stones_)
        throw RulesError("a set-up names each stone from 1 to " + std::to_string(stones_) + " once");
      for (std::size_t i = 0; i < cells.size(); ++i)
        put(start_, side, order[i], side == Side::first ? cells[i] : size_ * size_ - 1 - cells[i]);
    }
    set_mover(start_, setup.begins);
  }

  int size_, stones_, faces_;
  EwnSquares squares_;
  const EwnNetwork* network_ = nullptr;  // the evaluation, if not null
  const EwnRace* race_ = nullptr;        // the same
  Zobrist zobrist_;                      // a row for each stone, one for the roll, one for the mover
  std::array<std::array<Targets, kMaxSize * kMaxSize>, 2> targets_{};
  State start_;
};

static_assert(ChanceGame<Ewn> && Symmetric<Ewn> && std::is_trivially_copyable_v<Ewn::State>);

}  // namespace kibitz
