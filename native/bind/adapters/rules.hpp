// The rules of a built-in game behind the type-erased interface.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

template <Incremental G>
class EvaluatorWith final : public ErasedEvaluator {
 public:
  explicit EvaluatorWith(typename G::IncrementalEvaluator evaluator) : evaluator_(std::move(evaluator)) {}
  void play(Side side, Move move) override { evaluator_.play(side, move); }
  void undo(Side side, Move move) override { evaluator_.undo(side, move); }
  std::int32_t evaluate(Side side) const override { return evaluator_.evaluate(side); }
  AfterMove after(Side side, Move move) const override { return evaluator_.after(side, move); }
  std::uint32_t move_priority(Side side, Move move) const override { return evaluator_.move_priority(side, move); }
  bool has_threat(Side side) const override { return evaluator_.has_threat(side); }
  bool wins(Side side, Move move) const override { return evaluator_.wins(side, move); }
  bool is_drawn() const override { return evaluator_.is_drawn(); }
  bool can_win(Side side) const override { return evaluator_.can_win(side); }

 private:
  typename G::IncrementalEvaluator evaluator_;
};

template <Game G>
class RulesOf final : public RulesWith<G> {
 public:
  using State = typename G::State;
  using typename Rules::StatePtr;
  using RulesWith<G>::game;
  using RulesWith<G>::RulesWith;

  bool has_chance() const override { return ChanceGame<G>; }
  bool has_evaluation() const override { return HasEvaluation<G>; }
  int symmetries() const override {
    if constexpr (Symmetric<G>)
      return game().symmetries();
    else
      return 1;
  }

  StatePtr start() const override { return box(game().start()); }
  StatePtr copy(const ErasedState& s) const override { return box(open(s)); }
  bool same(const ErasedState& a, const ErasedState& b) const override { return open(a) == open(b); }
  Side turn(const ErasedState& s) const override { return game().turn(open(s)); }
  Side mover(const ErasedState& s) const override { return game().mover(open(s)); }
  Result result(const ErasedState& s) const override { return game().result(open(s)); }
  std::uint64_t key(const ErasedState& s) const override { return game().key(open(s)); }

  void moves(const ErasedState& s, MoveList& out) const override { game().moves(open(s), out); }
  void chances([[maybe_unused]] const ErasedState& s, [[maybe_unused]] ChanceList& out) const override {
    if constexpr (ChanceGame<G>) game().chances(open(s), out);
  }

  ErasedUndo play(ErasedState& s, Move move) const override {
    using Undo = typename G::Undo;
    static_assert(std::is_trivially_copyable_v<Undo> && sizeof(Undo) <= sizeof(ErasedUndo));
    const Undo undo = game().play(TypedState<G>::unwrap(s), move);
    ErasedUndo out;
    std::memcpy(out.bytes.data(), &undo, sizeof(Undo));
    return out;
  }
  void undo(ErasedState& s, Move move, const ErasedUndo& undo) const override {
    typename G::Undo own;
    std::memcpy(&own, undo.bytes.data(), sizeof(own));
    game().undo(TypedState<G>::unwrap(s), move, own);
  }
  bool allows(const ErasedState& s, Move move) const override {
    const State& state = open(s);
    if (game().result(state) != Result::ongoing) return false;
    thread_local MoveList allowed;  // reused, as this runs at every ply
    allowed.clear();
    game().moves(state, allowed);
    return std::find(allowed.begin(), allowed.end(), move) != allowed.end();
  }
  StatePtr after(const ErasedState& s, Move move) const override {
    if (!allows(s, move)) throw RulesError("that move is not allowed here");
    auto next = std::make_unique<TypedState<G>>(this->identity(), open(s));
    game().play(next->state, move);
    return next;
  }

  Numbers parts(Move move) const override { return game().parts(move); }
  Move pack(const Numbers& parts) const override { return game().pack(parts); }
  Numbers describe(const ErasedState& s) const override { return game().describe(open(s)); }
  StatePtr assemble(const Numbers& numbers) const override { return box(game().assemble(numbers)); }

  StatePtr transform(const ErasedState& s, [[maybe_unused]] int symmetry) const override {
    if constexpr (Symmetric<G>)
      return box(game().transform(open(s), symmetry));
    else
      return copy(s);
  }
  Move transform_move(Move move, [[maybe_unused]] int symmetry) const override {
    if constexpr (Symmetric<G>)
      return game().transform_move(move, symmetry);
    else
      return move;
  }
  StatePtr canonical(const ErasedState& s) const override { return box(kibitz::canonical(game(), open(s))); }
  std::uint64_t canonical_key(const ErasedState& s) const override {
    return game().key(kibitz::canonical(game(), open(s)));
  }
  SymmetricKey symmetric_key(const ErasedState& s) const override {
    if constexpr (HasSymmetricKey<G>)
      return game().symmetric_key(open(s));
    else
      return {key(s), 0};
  }

  Planes planes() const override {
    if constexpr (Encoded<G>)
      return game().planes();
    else
      return {};
  }
  void encode([[maybe_unused]] const ErasedState& s, [[maybe_unused]] float* out) const override {
    if constexpr (Encoded<G>) game().encode(open(s), out);
  }
  int actions() const override {
    if constexpr (Encoded<G>)
      return game().actions();
    else
      return 0;
  }
  int action([[maybe_unused]] const ErasedState& s, [[maybe_unused]] Move move) const override {
    if constexpr (Encoded<G>)
      return game().action(open(s), move);
    else
      return 0;
  }

  double evaluate([[maybe_unused]] const ErasedState& s) const override {
    if constexpr (HasEvaluation<G>)
      return static_cast<double>(game().evaluate(open(s)));
    else
      return 0;
  }
  std::uint32_t move_priority([[maybe_unused]] const ErasedState& s, [[maybe_unused]] Move move) const override {
    if constexpr (HasMovePriority<G>)
      return game().move_priority(open(s), move);
    else
      return 0;
  }
  std::unique_ptr<ErasedEvaluator> incremental_evaluator([[maybe_unused]] const ErasedState& s) const override {
    if constexpr (Incremental<G>)
      return std::make_unique<EvaluatorWith<G>>(game().incremental_evaluator(open(s)));
    else
      return nullptr;
  }
  std::unique_ptr<const Rules> with_options(const Options& options) const override {
    if constexpr (HasSearchOptions<G>)
      return std::make_unique<const RulesOf>(this->identity(), game().with_options(options));
    throw RulesError("searches of this game have no option called '" + options.begin()->first + "'");
  }
  bool reads_moves() const override { return HasMoveNotation<G>; }
  std::optional<Move> read_move([[maybe_unused]] const ErasedState& s,
                                [[maybe_unused]] std::string_view text) const override {
    if constexpr (HasMoveNotation<G>) return game().read_move(open(s), text);
    return std::nullopt;
  }
  std::optional<int> open_lines([[maybe_unused]] const ErasedState& s, [[maybe_unused]] Side side) const override {
    if constexpr (requires { game().open_lines(open(s), side); })
      if (const int found = game().open_lines(open(s), side); found >= 0) return found;
    return std::nullopt;
  }

 private:
  StatePtr box(State state) const { return std::make_unique<TypedState<G>>(this->identity(), std::move(state)); }
  static const State& open(const ErasedState& s) { return TypedState<G>::unwrap(s); }
};

// The rules with their options, from a game package.
template <class Package>
std::unique_ptr<const Rules> make_rules(const std::string& family, const Options& options) {
  return Package::make(options, [&]<class G>(G game) -> std::unique_ptr<const Rules> {
    return std::make_unique<const RulesOf<G>>(Identity::of(family, options), std::move(game));
  });
}

}  // namespace kibitz
