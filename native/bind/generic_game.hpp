// Any game behind one type, so that what is rarely asked is compiled once: trees
// for people, small games solved whole, odds, large boards, games in Python. A
// step is a virtual call; where that matters, a room has its own faces.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// A state of some game that can be copied.
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
  explicit OptionalEvaluator(std::unique_ptr<ErasedEvaluator> held) : held_(std::move(held)) {}

  bool is_there() const { return held_ != nullptr; }
  void play(Side side, Move move) {
    if (held_) held_->play(side, move);
  }
  void undo(Side side, Move move) {
    if (held_) held_->undo(side, move);
  }
  bool is_drawn() const { return held_ && held_->is_drawn(); }
  bool can_win(Side side) const { return !held_ || held_->can_win(side); }
  // The others are asked only where it is there.
  std::int32_t evaluate(Side side) const { return held_->evaluate(side); }
  AfterMove after(Side side, Move move) const { return held_->after(side, move); }
  std::uint32_t move_priority(Side side, Move move) const { return held_->move_priority(side, move); }
  bool has_threat(Side side) const { return held_->has_threat(side); }
  bool wins(Side side, Move move) const { return held_->wins(side, move); }

 private:
  std::unique_ptr<ErasedEvaluator> held_;
};

// An evaluation that stands in for the game's own: as the first player sees it.
using Judge = std::function<double(const ErasedState&)>;

template <bool HasChance>
class GenericGame {
 public:
  using State = GenericState;
  using Undo = ErasedUndo;
  using IncrementalEvaluator = OptionalEvaluator;

  explicit GenericGame(const Rules& rules, const Judge* judge = nullptr) : rules_(rules), judge_(judge) {}

  State state(const ErasedState& box) const { return {rules_, rules_.enter(box)}; }

  // Dice or none, where that is asked while the program runs.
  bool has_chance() const { return rules_.has_chance(); }

  // In Python every step takes long.
  bool is_slow() const { return rules_.in_python() || judge_ != nullptr; }

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
  // A number that no move lowers, and leave to forget what is known of a position.
  long tier_of(const State& s) const { return rules_.tier_of(s.erased()); }
  std::uint32_t* label(const State& s) const { return rules_.label(s.erased()); }
  void forget(const State& s, bool for_good) const { rules_.forget(s.erased(), for_good); }
  State canonical(const State& s) const { return {rules_, rules_.canonical(s.erased())}; }
  // Somebody's evaluation may differ where positions look alike to the game.
  SymmetricKey symmetric_key(const State& s) const {
    return judge_ != nullptr ? SymmetricKey{key(s), 0} : rules_.symmetric_key(s.erased());
  }

  double evaluate(const State& s) const {
    return judge_ != nullptr ? (*judge_)(s.erased()) : rules_.evaluate(s.erased());
  }
  std::uint32_t move_priority(const State& s, Move move) const { return rules_.move_priority(s.erased(), move); }
  OptionalEvaluator incremental_evaluator(const State& s) const {
    return OptionalEvaluator(judge_ != nullptr ? nullptr : rules_.incremental_evaluator(s.erased()));
  }

 private:
  const Rules& rules_;
  const Judge* judge_;
};

// Does some work with a game. `most` positions are remembered at a time where
// remembering is what makes it quick; 0: all.
template <class Work>
auto with_walked(const Rules& rules, Work work, std::size_t most = 0) {
  const auto walked = rules.for_walking(most);
  return work(walked ? *walked : rules);
}

// With a type of its own for games without dice, where that is quicker.
template <class Work>
auto with_generic_game(const Rules& rules, Work work, std::size_t most = 0, const Judge* judge = nullptr) {
  return with_walked(
      rules,
      [&](const Rules& used) {
        return rules.has_chance() ? work(GenericGame<true>(used, judge)) : work(GenericGame<false>(used, judge));
      },
      most);
}

// With one type for all games, where it isn't: half as much to compile.
template <class Work>
auto with_one_type(const Rules& rules, Work work) {
  return with_walked(rules, [&](const Rules& used) { return work(GenericGame<true>(used)); });
}

}  // namespace kibitz
