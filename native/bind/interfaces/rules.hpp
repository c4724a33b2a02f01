// Positions and moves: what every game has. Boxes are of these rules; whoever
// lets one in has checked that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/box.hpp"
#include "base/concepts.hpp"

namespace kibitz {

// What a game needs to take a move back.
struct AnyUndo {
  alignas(8) std::array<std::byte, 16> bytes;
};

// An incremental evaluator of some game; see base/concepts.hpp.
class AnyEvaluator {
 public:
  virtual ~AnyEvaluator() = default;
  virtual void play(Side, Move) = 0;
  virtual void undo(Side, Move) = 0;
  virtual std::int32_t points(Side) const = 0;
  virtual AfterMove after(Side, Move) const = 0;
  virtual std::uint32_t promise(Side, Move) const = 0;
  virtual bool threatens(Side) const = 0;
  virtual bool wins(Side, Move) const = 0;
  virtual bool drawn() const = 0;
  virtual bool may_win(Side) const = 0;
};

class Rules {
 public:
  using Box = std::unique_ptr<StateBox>;

  explicit Rules(const Identity* identity) : identity_(identity) {}
  virtual ~Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  const Identity* identity() const { return identity_; }

  // Whether the game's own code is Python, so that the GIL must be held.
  virtual bool in_python() const { return false; }
  virtual bool has_chance() const = 0;
  virtual bool has_evaluation() const = 0;
  virtual int symmetries() const = 0;

  virtual Box start() const = 0;
  virtual Box copy(const StateBox&) const = 0;
  virtual bool same(const StateBox&, const StateBox&) const = 0;
  virtual Side turn(const StateBox&) const = 0;
  virtual Side mover(const StateBox&) const = 0;
  virtual Result result(const StateBox&) const = 0;
  virtual std::uint64_t key(const StateBox&) const = 0;
  // A key that is the same in every process, where `key` is not.
  virtual std::uint64_t lasting_key(const StateBox& s) const { return key(s); }

  // Where outcomes are points, the most that anybody can win by; 0 elsewhere. At
  // an end `points` are the first player's less the second's.
  virtual double span() const { return 0; }
  virtual int points(const StateBox&) const { return 0; }

  // The same rules for walking far and wide, where that needs a memory of its own,
  // of so many positions at a time (0: all); `enter` takes a state there.
  virtual std::unique_ptr<const Rules> for_walking(std::size_t /*most*/) const { return nullptr; }
  virtual Box enter(const StateBox& s) const { return copy(s); }

  // A number that no move lowers, where the game has one: solving goes by it.
  virtual long tier_of(const StateBox&) const { return 0; }
  // Whoever walks has all it needs of a position; for good, if it never comes back.
  virtual void forget(const StateBox&, bool /*for_good*/) const {}

  // These append, and want a position that has not ended; `chances` one where chance acts.
  virtual void moves(const StateBox&, MoveList&) const = 0;
  virtual void chances(const StateBox&, ChanceList&) const = 0;
  // In place, a move that is allowed; `advance` if it will not be taken back.
  virtual AnyUndo play(StateBox&, Move) const = 0;
  virtual void undo(StateBox&, Move, const AnyUndo&) const = 0;
  virtual void advance(StateBox& s, Move move) const { play(s, move); }
  virtual bool allows(const StateBox&, Move) const = 0;
  // Checked: throws RulesError unless the move is allowed.
  virtual Box after(const StateBox&, Move) const = 0;

  virtual Numbers parts(Move) const = 0;
  virtual Move pack(const Numbers&) const = 0;
  virtual Numbers describe(const StateBox&) const = 0;
  virtual Box assemble(const Numbers&) const = 0;

  virtual Box transform(const StateBox&, int symmetry) const = 0;
  virtual Move transform_move(Move, int symmetry) const = 0;
  virtual Box canonical(const StateBox&) const = 0;
  virtual std::uint64_t canonical_key(const StateBox&) const = 0;
  virtual SharedKey shared_key(const StateBox&) const = 0;

  // Positions as arrays, and numbers for moves; no planes where the game says nothing of it. `encode` fills an array of
  // zeros.
  virtual Planes planes() const { return {}; }
  virtual void encode(const StateBox&, float*) const {}
  virtual int actions() const { return 0; }
  virtual int action(const StateBox&, Move) const { return 0; }

  // A guess at who stands better, as the first player sees it; 0 where there is none.
  virtual double evaluate(const StateBox&) const = 0;
  virtual std::uint32_t promise(const StateBox&, Move) const = 0;
  // Null where the game has none.
  virtual std::unique_ptr<AnyEvaluator> incremental_evaluator(const StateBox&) const = 0;
  // The same rules with options for searching them; throws RulesError for one that it doesn't know.
  virtual std::unique_ptr<const Rules> with_options(const Options&) const = 0;
  // How many lines a player has begun that it may still fill, in games won by lines.
  virtual std::optional<int> ways(const StateBox&, Side) const = 0;

 private:
  const Identity* identity_;
};

// The rules of a game whose type is known.
template <Game G>
class RulesWith : public Rules {
 public:
  RulesWith(const Identity* identity, G game) : Rules(identity), game_(std::move(game)) {}
  const G& game() const { return game_; }

 private:
  G game_;
};

}  // namespace kibitz
