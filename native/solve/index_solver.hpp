// Strong solution of a game by a dense index of its positions that need not be perfect: tier by tier from the last to
// the first, with moves that stay in a tier, loops and chance. One value is stored for each index, without keys.
//
// A tier is solved in two steps, each on all threads:
// 1. The moves of each position are listed once, as a small expression whose leaves are other positions of the tier
//    (by index) and values that are known (ends, later tiers). A position without an index, such as one after a throw
//    of dice, is replaced by its moves.
// 2. The expressions are evaluated until all values are known: with chance by value iteration, and bounds that prove
// how
//    far off it is; with points by what each side can force; else wins, losses and draws in order of distance.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/always_inline.hpp"
#include "base/concepts.hpp"
#include "solve/index_run.hpp"
#include "solve/keyed_table.hpp"
#include "solve/thread_team.hpp"

namespace kibitz {

// How values are stored by index: a probability in games of chance, else points, else a result with its distance. All
// have a code for an index without a position.
struct IndexedProbability {
  using Stored = double;
  static Stored absent() { return -1; }
};
struct IndexedPoints {
  using Stored = std::int32_t;
  static Stored absent() { return std::numeric_limits<Stored>::min(); }
};
struct IndexedWin {
  using Stored = std::uint16_t;
  // The lowest two bits are those of a kind, of which there are three.
  static Stored absent() { return 3; }
  static Stored unknown() { return 7; }
};

// Positions without an index in a row, before the rules are considered wrong.
inline constexpr int kMostUnindexed = 64;

template <class G>
class IndexSolver final : public IndexRun {
 public:
  using State = typename G::State;

  IndexSolver(const Identity* identity, const G& game, int threads)
      : IndexRun(identity),
        game_(game),
        threads_(threads),
        sizes_(game.index_sizes()),
        values_(sizes_.size()),
        errors_(sizes_.size(), 0) {
    for (const auto size : sizes_)
      if (size > kMostIndices) throw RulesError("a tier has more than " + std::to_string(kMostIndices) + " indices");
  }

  int tiers() const override { return static_cast<int>(sizes_.size()); }
  std::uint64_t tier_size(int tier) const override { return sizes_[static_cast<std::size_t>(tier)]; }
  std::uint64_t positions() const override { return positions_; }
  double error() const override { return error_; }

  void restore(int tier, std::string stored, double error) override {
    const auto at = static_cast<std::size_t>(tier);
    if (stored.size() != sizes_[at] * width()) throw RulesError("a tier has the wrong length");
    values_[at] = std::move(stored);
    errors_[at] = error;
  }

  std::string solve(int tier, Control& control) override {
    tier_ = tier;
    const auto size = static_cast<std::size_t>(tier_size(tier));
    chunks_ = std::vector<Chunk>((size + kChunk - 1) / kChunk);
    for_each_chunk(control, false, [this](std::size_t number, std::uint64_t begin, std::uint64_t end) {
      list_chunk(chunks_[number], begin, end);
    });
    control.advance(size);
    check_leaves(size);
    positions_ = 0;
    error_ = 0;
    for (const auto& chunk : chunks_) {
      positions_ += chunk.positions;
      error_ = std::max(error_, chunk.error);
    }
    std::string out = has_chance()       ? expectations(size, control)
                      : game_.span() > 0 ? points(size, control)
                                         : distances(size, control);
    chunks_ = std::vector<Chunk>();
    control.advance(size);
    restore(tier, out, error_);
    return out;
  }

 private:
  using Token = std::uint32_t;

  // An expression is a sequence of tokens: two bits for the kind, then a number. Its value is that to the mover of the
  // position it belongs to.
  enum TokenKind : Token {
    leaf,        // an index of this tier, whose mover is the same ...
    other_leaf,  // ... or the opponent
    constant,    // a known value
    node         // a node with the expressions that follow
  };
  // Two more bits say what a node is: the number of a distribution, or how many choices there are.
  enum NodeKind : Token { average, choice, other_choice, absent };
  static constexpr unsigned kShift = 30, kNodeShift = 28;
  static constexpr Token kNumber = (Token{1} << kShift) - 1, kNodeNumber = (Token{1} << kNodeShift) - 1;
  static constexpr std::uint64_t kMostIndices = std::uint64_t{1} << kShift;
  static constexpr Token kAbsent = node << kShift | absent << kNodeShift;

  static constexpr std::size_t kChunk = 2048;
  // Bounds begin so far from the values that were found, as outcomes from -1 to 1.
  static constexpr double kMargin = 2e-12;
  static constexpr double kRounding = 1e-15;
  static constexpr int kMostProofs = 2000;

  struct Bounds {
    double low, high;
  };
  // Bounds that several threads read and write.
  struct SharedBounds {
    std::atomic<double> low{0}, high{0};
    Bounds get() const { return {low.load(std::memory_order_relaxed), high.load(std::memory_order_relaxed)}; }
    void set(Bounds bounds) {
      low.store(bounds.low, std::memory_order_relaxed);
      high.store(bounds.high, std::memory_order_relaxed);
    }
  };

  // Positions with consecutive indices.
  struct Chunk {
    std::vector<Token> tokens;
    std::vector<Bounds> bounds;        // known values ...
    std::vector<std::uint16_t> codes;  // ... or results with distances
    std::vector<std::vector<double>> distributions;
    std::uint64_t positions = 0;
    double error = 0;  // of later tiers
    bool done = false;
  };

  // Memory of one thread for listing moves.
  struct Lists {
    std::vector<MoveList> moves{std::size_t{kMostUnindexed}};
    std::vector<ChanceList> chances{std::size_t{kMostUnindexed}};
    std::vector<double> probabilities;
  };

  bool has_chance() const { return game_.has_chance(); }
  bool has_distances() const { return !has_chance() && game_.span() <= 0; }
  std::size_t width() const {
    return has_chance()       ? sizeof(IndexedProbability::Stored)
           : game_.span() > 0 ? sizeof(IndexedPoints::Stored)
                              : sizeof(IndexedWin::Stored);
  }

  // Calls `work(number, begin, end)` for all chunks on all threads; only this thread uses `control`.
  template <class Work>
  void for_each_chunk(Control& control, bool backwards, const Work& work) {
    Control inner;
    inner.set_progress([&control](std::uint64_t, std::uint64_t) {
      control.check();
      return true;
    });
    const auto count = chunks_.size();
    const auto size = tier_size(tier_);
    ThreadTeam(inner, threads_)
        .parallel_for(
            count,
            [&](std::uint64_t first, std::uint64_t last) {
              for (auto i = first; i < last; ++i) {
                const auto number = backwards ? count - 1 - i : i;
                work(static_cast<std::size_t>(number), number * kChunk, std::min(size, (number + 1) * kChunk));
              }
            },
            1);
    control.check();
  }

  // -- 1. Listing moves ------------------------------------------------------------------------------------------

  void list_chunk(Chunk& chunk, std::uint64_t begin, std::uint64_t end) {
    Lists lists;
    auto state = game_.start();
    for (auto index = begin; index < end; ++index) {
      if (!game_.place(tier_, static_cast<std::int64_t>(index), state)) {
        chunk.tokens.push_back(kAbsent);
        continue;
      }
      ++chunk.positions;
      list(chunk, lists, state, game_.mover(state), 0);
    }
    chunk.tokens.shrink_to_fit();
    chunk.bounds.shrink_to_fit();
  }

  // Appends the expression of a state, as `root` sees it. The state is the same again afterwards.
  void list(Chunk& chunk, Lists& lists, State& state, Side root, int depth) {
    if (const Result result = game_.result(state); result != Result::ongoing) {
      add_end(chunk, state, result, root);
      return;
    }
    if (depth > 0) {
      if (const auto index = game_.index(state); index >= 0) {
        add_indexed(chunk, state, static_cast<std::uint64_t>(index), game_.mover(state) == root);
        return;
      }
    }
    if (depth >= kMostUnindexed)
      throw RulesError(
          "index() is None for too many positions in a row: one after each throw or double move is enough");
    const auto begin = chunk.tokens.size();
    chunk.tokens.push_back(0);
    const auto level = static_cast<std::size_t>(depth);
    const Side turn = game_.turn(state);
    if (turn == Side::chance) {
      auto& chances = lists.chances[level];
      chances.clear();
      game_.chances(state, chances);
      lists.probabilities.clear();
      for (const auto& chance : chances) lists.probabilities.push_back(chance.probability);
      chunk.tokens[begin] = node << kShift | average << kNodeShift | distribution(chunk, lists.probabilities);
      for (const auto& chance : chances) list_after(chunk, lists, state, chance.move, root, depth);
      return;
    }
    auto& moves = lists.moves[level];
    moves.clear();
    game_.moves(state, moves);
    if (moves.empty()) throw RulesError("an unfinished position has no moves");
    for (const Move move : moves) list_after(chunk, lists, state, move, root, depth);
    const auto kind = turn == root ? choice : other_choice;
    const auto count = has_distances() ? moves.size() : merge_constants(chunk, begin + 1, moves.size(), turn == root);
    if (count == 1 && !has_distances())
      chunk.tokens.erase(chunk.tokens.begin() + static_cast<std::ptrdiff_t>(begin));
    else
      chunk.tokens[begin] = node << kShift | kind << kNodeShift | static_cast<Token>(count);
  }

  void list_after(Chunk& chunk, Lists& lists, State& state, Move move, Side root, int depth) {
    const auto undo = game_.play(state, move);
    list(chunk, lists, state, root, depth + 1);
    game_.undo(state, move, undo);
  }

  static Token distribution(Chunk& chunk, const std::vector<double>& probabilities) {
    auto& known = chunk.distributions;
    const auto found = std::find(known.begin(), known.end(), probabilities);
    if (found != known.end()) return static_cast<Token>(found - known.begin());
    if (known.size() == kNodeNumber) throw RulesError("there are too many different lists of chances");
    known.push_back(probabilities);
    return static_cast<Token>(known.size() - 1);
  }

  // Of choices that are known, only the best is kept. They must be leaves, from `begin` to the end.
  std::size_t merge_constants(Chunk& chunk, std::size_t begin, std::size_t count, bool own) {
    auto& tokens = chunk.tokens;
    if (tokens.size() - begin != count) return count;  // there are nodes among them
    std::optional<Token> best;
    auto to = begin;
    for (auto at = begin; at < tokens.size(); ++at) {
      const Token token = tokens[at];
      if (token >> kShift != constant) {
        tokens[to++] = token;
        continue;
      }
      if (best) {
        const auto& known = chunk.bounds[token & kNumber];
        auto& kept = chunk.bounds[*best & kNumber];
        kept = better(kept, known, own);
        if ((token & kNumber) + 1 == chunk.bounds.size()) chunk.bounds.pop_back();
      } else {
        best = token;
      }
    }
    if (best) tokens[to++] = *best;
    tokens.resize(to);
    return to - begin;
  }

  static Bounds better(Bounds a, Bounds b, bool own) {
    return own ? Bounds{std::max(a.low, b.low), std::max(a.high, b.high)}
               : Bounds{std::min(a.low, b.low), std::min(a.high, b.high)};
  }

  void add_constant(Chunk& chunk, Bounds bounds) const {
    // Infinite play is worth nothing, so points above 0 are what one player can force, points below 0 the other.
    if (!has_chance()) bounds = {std::min(0.0, bounds.low), std::max(0.0, bounds.high)};
    chunk.tokens.push_back(constant << kShift | static_cast<Token>(chunk.bounds.size()));
    chunk.bounds.push_back(bounds);
  }
  void add_constant(Chunk& chunk, const Value& value, bool same) const {
    auto seen = value;
    if (!same && seen.kind != Value::Kind::draw)
      seen.kind = seen.kind == Value::Kind::win ? Value::Kind::loss : Value::Kind::win;
    chunk.tokens.push_back(constant << kShift | static_cast<Token>(chunk.codes.size()));
    chunk.codes.push_back(WinCode::encode(seen));
  }

  void add_end(Chunk& chunk, const State& state, Result result, Side root) const {
    const int outcome = outcome_for(result, root);
    if (has_distances()) {
      const auto kind = outcome > 0 ? Value::Kind::win : outcome < 0 ? Value::Kind::loss : Value::Kind::draw;
      add_constant(chunk, Value{kind, 0, true}, true);
      return;
    }
    double value = outcome;
    if (game_.span() > 0) {
      const int first = game_.points(state);
      value = (root == Side::first ? first : -first) / (has_chance() ? game_.span() : 1.0);
    }
    add_constant(chunk, {value, value});
  }

  void add_indexed(Chunk& chunk, const State& state, std::uint64_t index, bool same) const {
    const auto tier = game_.tier_of(state);
    if (tier < tier_) throw RulesError("a move leads back to an earlier tier");
    if (tier >= tiers() || index >= tier_size(static_cast<int>(tier)))
      throw RulesError("tier() or index() is larger than tier_sizes() allows");
    if (tier == tier_) {
      chunk.tokens.push_back((same ? leaf : other_leaf) << kShift | static_cast<Token>(index));
      return;
    }
    const auto& stored = values_[static_cast<std::size_t>(tier)];
    if (stored.empty()) throw RulesError("a later tier has no values yet");
    chunk.error = std::max(chunk.error, errors_[static_cast<std::size_t>(tier)]);
    if (has_distances()) {
      const auto code = read<IndexedWin::Stored>(stored, index);
      if (code == IndexedWin::absent()) refuse_absent();
      add_constant(chunk, WinCode::decode(code), same);
      return;
    }
    double value = 0;
    if (has_chance()) {
      const auto probability = read<IndexedProbability::Stored>(stored, index);
      if (probability < 0) refuse_absent();
      value = 2 * probability - 1;
    } else {
      const auto found = read<IndexedPoints::Stored>(stored, index);
      if (found == IndexedPoints::absent()) refuse_absent();
      value = found;
    }
    add_constant(chunk, same ? Bounds{value, value} : Bounds{-value, -value});
  }
  [[noreturn]] static void refuse_absent() {
    throw RulesError("index() leads to a place for which from_index() returns None");
  }

  // Refuses moves to an index of this tier that has no position.
  void check_leaves(std::size_t size) const {
    std::vector<bool> exists(size, true);
    std::uint64_t index = 0, missing = 0;
    for (const auto& chunk : chunks_) {
      const auto* at = chunk.tokens.data();
      for (const auto end = std::min<std::uint64_t>(size, index + kChunk); index < end; ++index) {
        exists[index] = *at != kAbsent;
        missing += *at == kAbsent;
        skip(chunk, at);
      }
    }
    if (missing == 0) return;
    for (const auto& chunk : chunks_)
      for (const Token token : chunk.tokens)
        if (token >> kShift <= other_leaf && !exists[token & kNumber]) refuse_absent();
  }

  template <class Stored>
  static Stored read(const std::string& from, std::uint64_t index) {
    Stored out;
    std::memcpy(&out, from.data() + index * sizeof(out), sizeof(out));
    return out;
  }
  template <class Stored>
  static void write(std::string& to, std::uint64_t index, Stored value) {
    std::memcpy(to.data() + index * sizeof(value), &value, sizeof(value));
  }

  // -- 2a. Chance and points ---------------------------------------------------------------------------------------

  // The value of an expression in an algebra: numbers, bounds, or whether play may go on.
  template <class A>
  KIBITZ_ALWAYS_INLINE typename A::Type evaluate(const A& in, const Chunk& chunk, const Token*& at) const {
    const Token kind = *at >> kShift;
    if (kind == node) return evaluate_node(in, chunk, at);
    const Token number = *at++ & kNumber;
    return kind == constant ? in.known(chunk.bounds[number]) : in.position(number, kind == other_leaf);
  }
  template <class A>
  typename A::Type evaluate_node(const A& in, const Chunk& chunk, const Token*& at) const {
    const Token token = *at++;
    const Token count = token & kNodeNumber;
    if ((token >> kNodeShift & 3) == average) {
      auto out = in.nothing();
      for (const double probability : chunk.distributions[count]) in.add(out, probability, evaluate(in, chunk, at));
      return out;
    }
    const bool own = (token >> kNodeShift & 3) == choice;
    auto out = evaluate(in, chunk, at);
    for (Token i = 1; i < count; ++i) out = in.better(out, evaluate(in, chunk, at), own);
    return out;
  }

  struct InNumbers {
    using Type = double;
    const std::vector<std::atomic<double>>& values;
    double known(Bounds bounds) const { return bounds.low; }
    double position(Token number, bool by_opponent) const {
      const double found = values[number].load(std::memory_order_relaxed);
      return by_opponent ? -found : found;
    }
    double nothing() const { return 0; }
    void add(double& sum, double probability, double each) const { sum += probability * each; }
    double better(double a, double b, bool own) const { return own ? std::max(a, b) : std::min(a, b); }
  };
  struct InBounds {
    using Type = Bounds;
    const std::vector<SharedBounds>& values;
    Bounds known(Bounds bounds) const { return bounds; }
    Bounds position(Token number, bool by_opponent) const {
      const auto found = values[number].get();
      return by_opponent ? Bounds{-found.high, -found.low} : found;
    }
    Bounds nothing() const { return {0, 0}; }
    void add(Bounds& sum, double probability, Bounds each) const {
      sum.low += probability * each.low;
      sum.high += probability * each.high;
    }
    Bounds better(Bounds a, Bounds b, bool own) const { return IndexSolver::better(a, b, own); }
  };
  // Whether both players together can stay in the tier for ever, whatever is thrown.
  struct InTier {
    using Type = bool;
    const std::vector<std::atomic<bool>>& values;
    bool known(Bounds) const { return false; }
    bool position(Token number, bool) const { return values[number].load(std::memory_order_relaxed); }
    bool nothing() const { return true; }
    void add(bool& all, double, bool each) const { all = all && each; }
    bool better(bool a, bool b, bool) const { return a || b; }
  };

  // Evaluates all positions once, and calls `use(index, value)`, which returns how much that changes. Returns the most.
  template <class A, class Use>
  double sweep(const A& in, bool backwards, Control& control, const Use& use) {
    std::vector<double> changes(chunks_.size(), 0);
    for_each_chunk(control, backwards, [&](std::size_t number, std::uint64_t begin, std::uint64_t end) {
      const auto& chunk = chunks_[number];
      const auto* at = chunk.tokens.data();
      double change = 0;
      for (auto index = begin; index < end; ++index) {
        if (*at == kAbsent)
          ++at;
        else
          change = std::max(change, use(static_cast<std::size_t>(index), evaluate(in, chunk, at)));
      }
      changes[number] = change;
    });
    return changes.empty() ? 0 : *std::max_element(changes.begin(), changes.end());
  }

  std::string expectations(std::size_t size, Control& control) {
    const bool ends = must_end(size, control);
    std::vector<std::atomic<double>> values(size);  // play that never ends is worth a draw
    iterate(values, ends, control);
    if (ends) error_ += prove(values, control) / 2;  // as a probability
    return stored<IndexedProbability>(size, [&values](std::uint64_t index) {
      return std::clamp((1 + values[index].load(std::memory_order_relaxed)) / 2, 0.0, 1.0);
    });
  }

  // Whether play leaves the tier sooner or later, whatever the players do. Then there is only one solution.
  bool must_end(std::size_t size, Control& control) {
    std::vector<std::atomic<bool>> stays(size);
    for (auto& each : stays) each.store(true, std::memory_order_relaxed);
    std::atomic<std::uint64_t> left = positions_;
    for (bool backwards = false; left > 0; backwards = !backwards) {
      const double change = sweep(InTier{stays}, backwards, control, [&](std::size_t index, bool stay) {
        if (stay || !stays[index].load(std::memory_order_relaxed)) return 0.0;
        stays[index].store(false, std::memory_order_relaxed);
        --left;
        return 1.0;
      });
      if (change <= 0) return false;
    }
    return true;
  }

  // Value iteration until changes are far below the margin of the bounds, or else near rounding.
  void iterate(std::vector<std::atomic<double>>& values, bool has_bounds, Control& control) {
    for (bool backwards = false;; backwards = !backwards) {
      const double change = sweep(InNumbers{values}, backwards, control, [&](std::size_t index, double found) {
        const double before = values[index].load(std::memory_order_relaxed);
        values[index].store(found, std::memory_order_relaxed);
        return std::abs(found - before);
      });
      if (change <= (has_bounds ? kMargin / 20 : kRounding)) return;
    }
  }

  // Moves bounds around the values until one sweep raises no upper and lowers no lower bound. Then the solution is
  // between them (optimistic value iteration; Hartmanns and Kaminski 2020). Returns the largest error that is left,
  // and puts the values into the middle.
  double prove(std::vector<std::atomic<double>>& values, Control& control) {
    std::vector<SharedBounds> bounds(values.size());
    for (std::size_t index = 0; index < values.size(); ++index) {
      const double value = values[index].load(std::memory_order_relaxed);
      bounds[index].set({value - kMargin, value + kMargin});
    }
    double worst = 2;  // if there is no proof
    for (int sweeps = 0; sweeps < kMostProofs; ++sweeps) {
      // How far a bound went the wrong way; rounding aside.
      const double wrong = sweep(InBounds{bounds}, sweeps % 2 == 1, control, [&](std::size_t index, Bounds found) {
        const auto before = bounds[index].get();
        bounds[index].set(found);
        return std::max({0.0, before.low - found.low - kRounding, found.high - before.high - kRounding});
      });
      if (wrong <= 0) {
        worst = 0;
        break;
      }
    }
    for (std::size_t index = 0; index < values.size(); ++index) {
      const auto found = bounds[index].get();
      values[index].store((found.low + found.high) / 2, std::memory_order_relaxed);
      if (worst < 2) worst = std::max(worst, (found.high - found.low) / 2);
    }
    return worst;
  }

  std::string points(std::size_t size, Control& control) {
    std::vector<SharedBounds> forced(size);
    for (auto& each : forced) each.set({0, 0});
    for (bool backwards = false;; backwards = !backwards) {
      const double change = sweep(InBounds{forced}, backwards, control, [&](std::size_t index, Bounds found) {
        const auto before = forced[index].get();
        forced[index].set(found);
        return std::abs(found.low - before.low) + std::abs(found.high - before.high);
      });
      if (change <= 0) break;
    }
    return stored<IndexedPoints>(size, [&forced](std::uint64_t index) {
      const auto found = forced[index].get();
      return static_cast<IndexedPoints::Stored>(found.low + found.high);
    });
  }

  // The stored values of a tier, given those of its positions.
  template <class Code, class Get>
  std::string stored(std::size_t size, const Get& get) {
    std::string out(size * sizeof(typename Code::Stored), '\0');
    std::uint64_t index = 0;
    for (const auto& chunk : chunks_) {
      const auto* at = chunk.tokens.data();
      for (const auto end = std::min<std::uint64_t>(size, index + kChunk); index < end; ++index) {
        write(out, index, *at == kAbsent ? Code::absent() : typename Code::Stored{get(index)});
        skip(chunk, at);
      }
    }
    return out;
  }

  static void skip(const Chunk& chunk, const Token*& at) {
    const Token token = *at++;
    if (token >> kShift != node || token == kAbsent) return;
    const Token number = token & kNodeNumber;
    const auto count = (token >> kNodeShift & 3) == average ? chunk.distributions[number].size() : std::size_t{number};
    for (std::size_t i = 0; i < count; ++i) skip(chunk, at);
  }

  // -- 2b. Wins, losses and draws in order of distance -----------------------------------------------------------

  // A value to the mover of a position, as far as it is known.
  struct Known {
    enum Kind { lost, drawn, won, unknown } kind = unknown;
    int plies = 0;
  };

  static Known known(std::uint16_t code) {
    if (code == IndexedWin::unknown()) return {};
    const auto value = WinCode::decode(code);
    if (value.number < 0) return {};  // play that never ends has no distance
    return {static_cast<typename Known::Kind>(value.kind), static_cast<int>(value.number)};
  }

  Known evaluate_distance(const Chunk& chunk, const Token*& at) const {
    const Token token = *at++;
    const Token number = token & kNumber;
    switch (token >> kShift) {
      case leaf:
      case other_leaf: {
        auto found = known(codes_[number].load(std::memory_order_relaxed));
        if (token >> kShift == other_leaf && found.kind != Known::unknown && found.kind != Known::drawn)
          found.kind = found.kind == Known::won ? Known::lost : Known::won;
        return found;
      }
      case constant:
        return known(chunk.codes[number]);
      default:
        break;
    }
    // The side that chooses wins as soon as it can and loses as late as it can; draws come as soon as they can.
    const auto wins = (token >> kNodeShift & 3) == choice ? Known::won : Known::lost;
    std::optional<int> win, draw;
    int loss = 0;
    bool all_lost = true;
    for (Token i = 0; i < (token & kNodeNumber); ++i) {
      const auto each = evaluate_distance(chunk, at);
      if (each.kind == wins)
        win = std::min(win.value_or(each.plies), each.plies);
      else if (each.kind == Known::drawn)
        draw = std::min(draw.value_or(each.plies), each.plies);
      else if (each.kind != Known::unknown)
        loss = std::max(loss, each.plies);
      all_lost = all_lost && each.kind != wins && each.kind != Known::drawn && each.kind != Known::unknown;
    }
    if (win) return {wins, *win + 1};
    if (all_lost) return {wins == Known::won ? Known::lost : Known::won, loss + 1};
    if (draw) return {Known::drawn, *draw + 1};
    return {};
  }

  // Decides the positions of a chunk whose value is so many plies away. Returns the least distance of those that are
  // known but further away, or -1, and counts those that were decided.
  int decide(Chunk& chunk, std::uint64_t begin, std::uint64_t end, bool draws, int plies, std::uint64_t& decided) {
    const auto* at = chunk.tokens.data();
    int next = -1;
    bool open = false;
    for (auto index = begin; index < end; ++index) {
      if (codes_[index].load(std::memory_order_relaxed) != IndexedWin::unknown() || *at == kAbsent) {
        skip(chunk, at);
        continue;
      }
      const auto found = evaluate_distance(chunk, at);
      if (found.kind == Known::unknown || (found.kind == Known::drawn) != draws) {
        open = true;
      } else if (found.plies <= plies) {
        const Value value{static_cast<Value::Kind>(found.kind), static_cast<double>(found.plies), true};
        codes_[index].store(WinCode::encode(value), std::memory_order_relaxed);
        ++decided;
      } else {
        open = true;
        next = next < 0 ? found.plies : std::min(next, found.plies);
      }
    }
    if (!open) chunk.done = true;
    return next;
  }

  std::string distances(std::size_t size, Control& control) {
    codes_ = std::vector<std::atomic<std::uint16_t>>(size);
    for (auto& each : codes_) each.store(IndexedWin::unknown(), std::memory_order_relaxed);
    std::vector<int> next(chunks_.size());
    std::vector<std::uint64_t> decided(chunks_.size());
    for (const bool draws : {false, true}) {
      for (int plies = 0; plies >= 0;) {
        for_each_chunk(control, false, [&](std::size_t number, std::uint64_t begin, std::uint64_t end) {
          decided[number] = 0;
          next[number] = chunks_[number].done ? -1 : decide(chunks_[number], begin, end, draws, plies, decided[number]);
        });
        if (std::any_of(decided.begin(), decided.end(), [](std::uint64_t count) { return count > 0; })) {
          ++plies;
          continue;
        }
        plies = -1;
        for (const int each : next)
          if (each >= 0) plies = plies < 0 ? each : std::min(plies, each);
      }
    }
    const auto endless = WinCode::encode({Value::Kind::draw, -1, true});
    auto out = stored<IndexedWin>(size, [&](std::uint64_t index) {
      const auto code = codes_[index].load(std::memory_order_relaxed);
      return code == IndexedWin::unknown() ? endless : code;
    });
    codes_ = std::vector<std::atomic<std::uint16_t>>();
    return out;
  }

  G game_;
  int threads_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::string> values_;  // stored values of each tier; empty if not known yet
  std::vector<double> errors_;       // of each tier
  int tier_ = 0;                     // that is being solved
  std::vector<Chunk> chunks_;
  std::vector<std::atomic<std::uint16_t>> codes_;
  std::uint64_t positions_ = 0;
  double error_ = 0;
};

}  // namespace kibitz
