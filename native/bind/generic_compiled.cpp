// Rules compiled from Python, behind the interface that all games have. Searches and
// solvers use them like those of any other game (bind/generic_game.hpp).
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/noinline.hpp"
#include "bind/compiled_rules.hpp"

namespace kibitz {
namespace {

using Bytes = CompiledFunctions::Bytes;

// Words and answers as compiled methods give them (compiler/values.py).
enum Word : std::int64_t { first = 1, second, draw, win, loss, chance };
constexpr std::int64_t kNoAnswer = std::int64_t{1} << 40, kWordAnswer = std::int64_t{1} << 41;

constexpr std::size_t kMostBytes = 8192;
constexpr std::int32_t kMostMoves = 1 << 20;
constexpr std::int32_t kUsualMoves = 128;
// Rolls one after another through which the likeliest next player is looked for.
constexpr int kDeepestRolls = 8;

// A state whose bytes follow it in memory.
class CompiledState final : public ErasedState {
 public:
  static std::unique_ptr<CompiledState> make(const Identity* identity, std::size_t size) {
    const auto bytes = std::max(size, sizeof(ErasedUndo));
    return std::unique_ptr<CompiledState>(new (::operator new(sizeof(CompiledState) + bytes)) CompiledState(identity));
  }
  static void operator delete(void* memory) { ::operator delete(memory); }

  Bytes* bytes() { return reinterpret_cast<Bytes*>(this + 1); }
  const Bytes* bytes() const { return reinterpret_cast<const Bytes*>(this + 1); }

  // The bytes before each move that may be taken back.
  void push(std::size_t size) {
    if (room_ - used_ < size) grow(size);
    std::memcpy(before_.get() + used_, bytes(), size);
    used_ += size;
  }
  void pop(std::size_t size) {
    used_ -= size;
    std::memcpy(bytes(), before_.get() + used_, size);
  }

 private:
  KIBITZ_NOINLINE void grow(std::size_t size) {
    const auto room = 2 * room_ + 16 * size;
    auto larger = std::make_unique<Bytes[]>(room);
    if (used_ > 0) std::memcpy(larger.get(), before_.get(), used_);
    before_ = std::move(larger);
    room_ = room;
  }

  std::unique_ptr<Bytes[]> before_;
  std::size_t used_ = 0, room_ = 0;

  explicit CompiledState(const Identity* identity) : ErasedState(identity) {}
};

class CompiledRules final : public Rules {
 public:
  CompiledRules(const Identity* identity, const CompiledFunctions& functions, CompiledLayout layout)
      : Rules(identity),
        call_(functions),
        layout_(std::move(layout)),
        size_(layout_.bytes),
        is_small_(size_ <= sizeof(ErasedUndo)) {}

  bool has_chance() const override { return call_.chances != nullptr; }
  bool has_evaluation() const override { return call_.evaluate != nullptr; }
  int symmetries() const override { return 1; }
  double span() const override { return std::max(std::abs(layout_.least), std::abs(layout_.most)); }

  StatePtr start() const override { return assemble(layout_.start); }
  StatePtr copy(const ErasedState& s) const override { return copied(s); }
  bool same(const ErasedState& a, const ErasedState& b) const override {
    return std::memcmp(bytes(a), bytes(b), size_) == 0;
  }
  std::uint64_t key(const ErasedState& s) const override { return key_of_bytes(bytes(s), size_); }

  Side turn(const ErasedState& s) const override {
    if (layout_.hides_side) return static_cast<Side>(bytes(s)[layout_.side_offset]);
    return side_by(call_.turn, "turn", bytes(s), has_chance());
  }
  Side mover(const ErasedState& s) const override {
    const Side side = turn(s);
    if (side != Side::chance) return side;
    if (call_.roller != nullptr) return side_by(call_.roller, "roller", bytes(s), false);
    return first_is_next(s, kDeepestRolls) >= 0.5 ? Side::first : Side::second;
  }
  Result result(const ErasedState& s) const override {
    const auto answer = outcome(bytes(s));
    if (answer == kNoAnswer) return Result::ongoing;
    if (answer < kWordAnswer) return answer > 0 ? Result::first : answer < 0 ? Result::second : Result::draw;
    switch (answer - kWordAnswer) {
      case first:
        return Result::first;
      case second:
        return Result::second;
      case draw:
        return Result::draw;
      case win:
        return win_for(mover(s));
      default:
        return win_for(opponent(mover(s)));
    }
  }
  int points(const ErasedState& s) const override {
    const auto answer = outcome(bytes(s));
    return answer < kNoAnswer ? static_cast<int>(answer) : 0;
  }

  void moves(const ErasedState& s, MoveList& out) const override {
    if (has_chance() && turn(s) == Side::chance) {
      ChanceList found;
      chances(s, found);
      for (const auto& each : found) out.push_back(each.move);
      return;
    }
    const auto before = out.size();
    std::int32_t count = 0;
    for (std::int32_t room = kUsualMoves;; room = count) {
      auto* const to = reinterpret_cast<std::int32_t*>(out.extend(static_cast<std::size_t>(room)));
      const auto status = call_.moves(bytes(s), to, room, &count);
      out.truncate(before);
      if (status != 0) fail("moves", status, s);
      if (count <= room) break;
      if (count > kMostMoves) fail("moves", CompiledFault::kTooMany, s);
    }
    if (count == 0) fail("moves", CompiledFault::kNonsense, s);
    out.extend(static_cast<std::size_t>(count));
  }
  void chances(const ErasedState& s, ChanceList& out) const override {
    thread_local std::vector<std::int32_t> moves;
    thread_local std::vector<double> probabilities;
    std::int32_t count = 0;
    for (std::int32_t room = kUsualMoves;; room = count) {
      if (static_cast<std::int32_t>(moves.size()) < room) {
        moves.resize(static_cast<std::size_t>(room));
        probabilities.resize(static_cast<std::size_t>(room));
      }
      const auto status = call_.chances(bytes(s), moves.data(), probabilities.data(), room, &count);
      if (status != 0) fail("chances", status, s);
      if (count <= room) break;
      if (count > kMostMoves) fail("chances", CompiledFault::kTooMany, s);
    }
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      if (!(probabilities[i] > 0)) fail("chances", CompiledFault::kNonsense, s);
      sum += probabilities[i];
      out.push_back({static_cast<Move>(moves[i]), probabilities[i]});
    }
    if (!(std::abs(sum - 1) <= 1e-9)) fail("chances", CompiledFault::kNonsense, s);
  }

  // A method that fails may have changed a part of the state already, so its bytes are kept until it has returned.
  ErasedUndo play(ErasedState& s, Move move) const override {
    auto& own = static_cast<CompiledState&>(s);
    ErasedUndo out{};
    if (is_small_)
      std::memcpy(out.bytes.data(), own.bytes(), sizeof(out));
    else
      own.push(size_);
    if (const auto status = step(own.bytes(), move); status != 0) {
      undo(s, move, out);
      fail("play", status, s, static_cast<std::int32_t>(move));
    }
    return out;
  }
  void undo(ErasedState& s, Move, const ErasedUndo& undo) const override {
    auto& own = static_cast<CompiledState&>(s);
    if (is_small_)
      std::memcpy(own.bytes(), undo.bytes.data(), sizeof(undo));
    else
      own.pop(size_);
  }
  void advance(ErasedState& s, Move move) const override {
    if (is_small_)
      advance_keeping<sizeof(ErasedUndo)>(s, move, sizeof(ErasedUndo));
    else
      advance_keeping<kMostBytes>(s, move, size_);
  }
  bool allows(const ErasedState& s, Move move) const override {
    if (result(s) != Result::ongoing) return false;
    thread_local MoveList allowed;
    allowed.clear();
    moves(s, allowed);
    return std::find(allowed.begin(), allowed.end(), move) != allowed.end();
  }
  StatePtr after(const ErasedState& s, Move move) const override {
    if (!allows(s, move)) throw RulesError("that move is not allowed here");
    auto next = copied(s);
    advance(*next, move);
    return next;
  }

  Numbers parts(Move move) const override { return {static_cast<std::int32_t>(move)}; }
  Move pack(const Numbers& parts) const override {
    if (parts.size() != 1 || parts[0] < INT32_MIN || parts[0] > INT32_MAX)
      throw RulesError("a move is one number of 32 bits");
    return static_cast<Move>(static_cast<std::int32_t>(parts[0]));
  }
  // The numbers of the fields, then the side to move where no field says it.
  Numbers describe(const ErasedState& s) const override { return described(bytes(s)); }
  StatePtr assemble(const Numbers& numbers) const override {
    auto out = CompiledState::make(identity(), size_);
    std::memset(out->bytes(), 0, size_);
    std::size_t at = 0;
    for (const auto& field : layout_.fields)
      for (std::size_t i = 0; i < field.count; ++i, ++at) {
        if (at >= numbers.size()) throw RulesError("this state has too few numbers");
        store(out->bytes() + field.offset + i * field.size, numbers[at], field.size);
      }
    if (layout_.hides_side) {
      if (at >= numbers.size() || numbers[at] < 0 || numbers[at] > 1)
        throw RulesError("this state has no side to move");
      out->bytes()[layout_.side_offset] = static_cast<Bytes>(numbers[at++]);
    }
    if (at != numbers.size()) throw RulesError("this state has too many numbers");
    return out;
  }

  StatePtr transform(const ErasedState& s, int) const override { return copy(s); }
  Move transform_move(Move move, int) const override { return move; }
  StatePtr canonical(const ErasedState& s) const override {
    auto out = copied(s);
    if (call_.canonical != nullptr)
      if (const auto status = call_.canonical(out->bytes()); status != 0) fail("canonical", status, s);
    return out;
  }
  std::uint64_t canonical_key(const ErasedState& s) const override {
    return call_.canonical == nullptr ? key(s) : key(*canonical(s));
  }
  SymmetricKey symmetric_key(const ErasedState& s) const override { return {key(s), 0}; }
  long tier_of(const ErasedState& s) const override {
    if (call_.tier == nullptr) return 0;
    std::int64_t out = 0;
    if (const auto status = call_.tier(bytes(s), &out); status != 0) fail("tier", status, s);
    if (out <= INT32_MIN || out >= INT32_MAX) fail("tier", CompiledFault::kNonsense, s);
    return static_cast<long>(out);
  }

  std::vector<std::uint64_t> index_sizes() const override { return layout_.index_sizes; }
  std::int64_t index(const ErasedState& s) const override {
    std::int64_t out = 0;
    if (const auto status = call_.index(bytes(s), &out); status != 0) fail("index", status, s);
    if (out == kNoAnswer) return -1;
    if (out < 0 || out >= kNoAnswer) fail("index", CompiledFault::kNonsense, s);
    return out;
  }
  bool place(int tier, std::int64_t index, ErasedState& s) const override {
    std::int64_t exists = 0;
    auto* const to = static_cast<CompiledState&>(s).bytes();
    std::memset(to, 0, size_);
    if (const auto status = call_.from_index(tier, index, to, &exists); status != 0)
      throw CompiledFault(identity()->text(), "from_index", status, {tier, index}, 0);
    return exists != 0;
  }

  double evaluate(const ErasedState& s) const override {
    if (call_.evaluate == nullptr) return 0;
    double out = 0;
    if (const auto status = call_.evaluate(bytes(s), &out); status != 0) fail("evaluate", status, s);
    if (!std::isfinite(out)) fail("evaluate", CompiledFault::kNonsense, s);
    return out;
  }
  std::uint32_t move_priority(const ErasedState&, Move) const override { return 0; }
  std::unique_ptr<ErasedEvaluator> incremental_evaluator(const ErasedState&) const override { return nullptr; }
  std::unique_ptr<const Rules> with_options(const Options& options) const override {
    throw RulesError("searches of this game have no option called '" + options.begin()->first + "'");
  }
  std::optional<int> open_lines(const ErasedState&, Side) const override { return std::nullopt; }

 private:
  static const Bytes* bytes(const ErasedState& s) { return static_cast<const CompiledState&>(s).bytes(); }
  std::unique_ptr<CompiledState> copied(const ErasedState& s) const {
    auto out = CompiledState::make(identity(), size_);
    std::memcpy(out->bytes(), bytes(s), size_);
    return out;
  }

  static void store(Bytes* to, std::int64_t number, std::size_t size) {
    const int bits = static_cast<int>(8 * size - 1);
    if (size < 8 && (number < -(std::int64_t{1} << bits) || number >= std::int64_t{1} << bits))
      throw RulesError("a number of this state does not fit its field");
    for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<Bytes>(number >> (8 * i));
  }
  static std::int64_t load(const Bytes* from, std::size_t size) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < size; ++i) out |= static_cast<std::uint64_t>(from[i]) << (8 * i);
    const int unused = static_cast<int>(64 - 8 * size);
    return static_cast<std::int64_t>(out << unused) >> unused;
  }
  Numbers described(const Bytes* from) const {
    Numbers out;
    for (const auto& field : layout_.fields)
      for (std::size_t i = 0; i < field.count; ++i)
        out.push_back(load(from + field.offset + i * field.size, field.size));
    if (layout_.hides_side) out.push_back(from[layout_.side_offset]);
    return out;
  }

  [[noreturn]] void fail(const char* method, int status, const ErasedState& s, std::int64_t argument = 0) const {
    throw CompiledFault(identity()->text(), method, status, described(bytes(s)), argument);
  }
  template <std::size_t most>
  void advance_keeping(ErasedState& s, Move move, std::size_t size) const {
    std::array<Bytes, most> before;
    auto* const to = static_cast<CompiledState&>(s).bytes();
    std::memcpy(before.data(), to, size);
    if (const auto status = step(to, move); status != 0) {
      std::memcpy(to, before.data(), size);
      fail("play", status, s, static_cast<std::int32_t>(move));
    }
  }
  std::int32_t step(Bytes* to, Move move) const {
    const auto status = call_.play(to, static_cast<std::int32_t>(move));
    if (layout_.hides_side) to[layout_.side_offset] ^= 1;
    return status;
  }

  Side side_by(std::int32_t (*ask)(const Bytes*, std::int64_t*), const char* method, const Bytes* from,
               bool may_be_chance) const {
    std::int64_t word = 0;
    const auto status = ask(from, &word);
    if (status == 0) {
      if (word == first) return Side::first;
      if (word == second) return Side::second;
      if (word == chance && may_be_chance) return Side::chance;
    }
    throw CompiledFault(identity()->text(), method, status != 0 ? status : CompiledFault::kNonsense, described(from),
                        0);
  }

  std::int64_t outcome(const Bytes* from) const {
    std::int64_t answer = 0;
    auto status = call_.outcome(from, &answer);
    if (status == 0 && answer != kNoAnswer) {
      const bool is_word = answer >= kWordAnswer;
      const bool has_points = layout_.least < layout_.most;
      const bool fits = is_word ? answer != kWordAnswer + chance : answer >= layout_.least && answer <= layout_.most;
      if (is_word == has_points || !fits) status = CompiledFault::kNonsense;
    }
    if (status != 0) throw CompiledFault(identity()->text(), "outcome", status, described(from), 0);
    return answer;
  }

  double first_is_next(const ErasedState& s, int deepest) const {
    const Side side = turn(s);
    if (side != Side::chance || deepest == 0) return side == Side::first ? 1 : 0;
    if (outcome(bytes(s)) != kNoAnswer) return 0.5;
    ChanceList found;
    chances(s, found);
    double out = 0;
    for (const auto& each : found) {
      auto next = copied(s);
      advance(*next, each.move);
      out += each.probability * first_is_next(*next, deepest - 1);
    }
    return out;
  }

  CompiledFunctions call_;
  CompiledLayout layout_;
  std::size_t size_;
  bool is_small_;  // so that what a move changes fits into what takes it back
};

template <class Function>
void take(const std::map<std::string, std::uint64_t>& addresses, const char* name, Function& to) {
  if (const auto found = addresses.find(name); found != addresses.end())
    to = reinterpret_cast<Function>(static_cast<std::uintptr_t>(found->second));
}

}  // namespace

std::unique_ptr<const Rules> make_compiled_rules(const std::map<std::string, std::uint64_t>& addresses,
                                                 CompiledLayout layout, const std::string& identity) {
  CompiledFunctions functions;
  take(addresses, "moves", functions.moves);
  take(addresses, "play", functions.play);
  take(addresses, "outcome", functions.outcome);
  take(addresses, "turn", functions.turn);
  take(addresses, "chances", functions.chances);
  take(addresses, "roller", functions.roller);
  take(addresses, "evaluate", functions.evaluate);
  take(addresses, "canonical", functions.canonical);
  take(addresses, "tier", functions.tier);
  take(addresses, "index", functions.index);
  take(addresses, "from_index", functions.from_index);
  if (functions.moves == nullptr || functions.play == nullptr || functions.outcome == nullptr ||
      (functions.turn == nullptr) != layout.hides_side)
    throw RulesError("compiled rules lack a method");
  if (!layout.index_sizes.empty() &&
      (functions.index == nullptr || functions.from_index == nullptr || functions.tier == nullptr || layout.hides_side))
    throw RulesError("the index of compiled rules lacks a method");
  std::size_t end = 0;
  for (const auto& field : layout.fields) {
    if (field.offset != end || (field.size != 1 && field.size != 2 && field.size != 4 && field.size != 8))
      throw RulesError("this layout is none");
    end += field.size * field.count;
  }
  if (layout.side_offset != end || layout.bytes <= end || layout.bytes > kMostBytes)
    throw RulesError("this layout is none");
  return std::make_unique<const CompiledRules>(Identity::in_python(identity, functions.chances != nullptr), functions,
                                               std::move(layout));
}

std::uint64_t key_of_bytes(const unsigned char* bytes, std::size_t count) {
  std::uint64_t key = 0x9e3779b97f4a7c15u ^ count;
  for (std::size_t at = 0; at < count; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min<std::size_t>(8, count - at));
    key = (key ^ word) * 0xd6e8feb86659fd93u;
    key ^= key >> 32;
  }
  key *= 0xbf58476d1ce4e5b9u;
  return key ^ key >> 29;
}

}  // namespace kibitz
