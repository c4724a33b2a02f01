// Any game behind one type, for algorithms that are not compiled for each game: search trees, small games solved
// completely, odds, large boards, games in Python. Each step is a virtual call; where that is too slow, a game has its
// own interfaces.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// A copyable type-erased state.
class GenericState {
 public:
  GenericState(const Rules& rules, Rules::StatePtr box) : rules_(&rules), box_(std::move(box)) {}
  GenericState(const GenericState& other) : GenericState(*other.rules_, other.rules_->copy(*other.box_)) {}
  GenericState(GenericState&&) noexcept = default;
  GenericState& operator=(GenericState other) noexcept {
    std::swap(rules_, other.rules_);
    std::swap(box_, other.box_);
    return *this;
  }

  ErasedState& erased() { return *box_; }
  const ErasedState& erased() const { return *box_; }

  friend bool operator==(const GenericState& a, const GenericState& b) { return a.rules_->same(*a.box_, *b.box_); }

 private:
  const Rules* rules_;
  Rules::StatePtr box_;
};

// The incremental evaluator of a game, if it has one.
class OptionalEvaluator {
 public:
  explicit OptionalEvaluator(std::unique_ptr<ErasedEvaluator> evaluator) : evaluator_(std::move(evaluator)) {}

  bool exists() const { return evaluator_ != nullptr; }
  void play(Side side, Move move) {
    if (evaluator_) evaluator_->play(side, move);
  }
  void undo(Side side, Move move) {
    if (evaluator_) evaluator_->undo(side, move);
  }
  bool is_drawn() const { return evaluator_ && evaluator_->is_drawn(); }
  bool can_win(Side side) const { return !evaluator_ || evaluator_->can_win(side); }
  // These require that it exists.
  std::int32_t evaluate(Side side) const { return evaluator_->evaluate(side); }
  AfterMove after(Side side, Move move) const { return evaluator_->after(side, move); }
  std::uint32_t move_priority(Side side, Move move) const { return evaluator_->move_priority(side, move); }
  bool has_threat(Side side) const { return evaluator_->has_threat(side); }
  bool wins(Side side, Move move) const { return evaluator_->wins(side, move); }

 private:
  std::unique_ptr<ErasedEvaluator> evaluator_;
};

// A custom evaluation, from the first player's point of view.
using EvaluationFunction = std::function<double(const ErasedState&)>;

template <bool HasChance>
class GenericGame {
 public:
  using State = GenericState;
  using Undo = ErasedUndo;
  using IncrementalEvaluator = OptionalEvaluator;

  explicit GenericGame(const Rules& rules, const EvaluationFunction* evaluation_function = nullptr)
      : rules_(rules), evaluation_(evaluation_function) {}

  State state(const ErasedState& box) const { return {rules_, rules_.import_state(box)}; }

  // Known at run time only.
  bool has_chance() const { return rules_.has_chance(); }

  // Every step in Python is slow.
  bool is_slow() const { return rules_.in_python() || evaluation_ != nullptr; }

  State start() const { return {rules_, rules_.start()}; }
  Side turn(const State& s) const { return rules_.turn(s.erased()); }
  Side mover(const State& s) const { return rules_.mover(s.erased()); }
  Result result(const State& s) const { return rules_.result(s.erased()); }
  std::uint64_t key(const State& s) const { return rules_.key(s.erased()); }
  std::uint64_t stable_key(const State& s) const { return rules_.stable_key(s.erased()); }
  double span() const { return rules_.span(); }
  int points(const State& s) const { return rules_.points(s.erased()); }
  void moves(const State& s, MoveList& out) const { rules_.moves(s.erased(), out); }
  void chances(const State& s, ChanceList& out) const
    requires HasChance
  {
    rules_.chances(s.erased(), out);
  }
  Undo play(State& s, Move move) const { return rules_.play(s.erased(), move); }
  void undo(State& s, Move move, const Undo& undo) const { rules_.undo(s.erased(), move, undo); }
  void advance(State& s, Move move) const { rules_.advance(s.erased(), move); }
  Numbers parts(Move move) const { return rules_.parts(move); }
  Move pack(const Numbers& parts) const { return rules_.pack(parts); }
  Numbers describe(const State& s) const { return rules_.describe(s.erased()); }
  State assemble(const Numbers& numbers) const { return {rules_, rules_.assemble(numbers)}; }

  int symmetries() const { return rules_.symmetries(); }
  State transform(const State& s, int symmetry) const { return {rules_, rules_.transform(s.erased(), symmetry)}; }
  Move transform_move(Move move, int symmetry) const { return rules_.transform_move(move, symmetry); }
  // Tiers for solving, and release of cached positions.
  long tier_of(const State& s) const { return rules_.tier_of(s.erased()); }
  std::vector<std::uint64_t> index_sizes() const { return rules_.index_sizes(); }
  std::int64_t index(const State& s) const { return rules_.index(s.erased()); }
  bool place(int tier, std::int64_t index, State& s) const { return rules_.place(tier, index, s.erased()); }
  std::uint32_t* label(const State& s) const { return rules_.label(s.erased()); }
  void release(const State& s, bool for_good) const { rules_.release(s.erased(), for_good); }
  State canonical(const State& s) const { return {rules_, rules_.canonical(s.erased())}; }
  // A custom evaluation may differ between symmetric positions.
  SymmetricKey symmetric_key(const State& s) const {
    return evaluation_ != nullptr ? SymmetricKey{key(s), 0} : rules_.symmetric_key(s.erased());
  }

  double evaluate(const State& s) const {
    return evaluation_ != nullptr ? (*evaluation_)(s.erased()) : rules_.evaluate(s.erased());
  }
  std::uint32_t move_priority(const State& s, Move move) const { return rules_.move_priority(s.erased(), move); }
  OptionalEvaluator incremental_evaluator(const State& s) const {
    return OptionalEvaluator(evaluation_ != nullptr ? nullptr : rules_.incremental_evaluator(s.erased()));
  }

 private:
  const Rules& rules_;
  const EvaluationFunction* evaluation_;
};

// Calls `work` with rules that cache positions if that is faster: at most `most` at a time, 0 for all.
template <class Work>
auto with_cached_rules(const Rules& rules, Work work, std::size_t most = 0) {
  const auto cached = rules.with_cache(most);
  return work(cached ? *cached : rules);
}

// With a separate type for games without dice, where that is faster.
template <class Work>
auto with_generic_game(const Rules& rules, Work work, std::size_t most = 0,
                       const EvaluationFunction* evaluation_function = nullptr) {
  return with_cached_rules(
      rules,
      [&](const Rules& used) {
        return rules.has_chance() ? work(GenericGame<true>(used, evaluation_function))
                                  : work(GenericGame<false>(used, evaluation_function));
      },
      most);
}

// With one type for all games, which halves compile time.
template <class Work>
auto with_common_type(const Rules& rules, Work work) {
  return with_cached_rules(rules, [&](const Rules& used) { return work(GenericGame<true>(used)); });
}

}  // namespace kibitz
