// Positions and moves: what every game has. Boxes are of these rules; whoever
// lets one in has checked that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/concepts.hpp"
#include "base/erased_state.hpp"

namespace kibitz {

// What a game needs to take a move back.
struct ErasedUndo {
  alignas(8) std::array<std::byte, 16> bytes;
};

// An incremental evaluator of some game; see base/concepts.hpp.
class ErasedEvaluator {
 public:
  virtual ~ErasedEvaluator() = default;
  virtual void play(Side, Move) = 0;
  virtual void undo(Side, Move) = 0;
  virtual std::int32_t evaluate(Side) const = 0;
  virtual AfterMove after(Side, Move) const = 0;
  virtual std::uint32_t move_priority(Side, Move) const = 0;
  virtual bool has_threat(Side) const = 0;
  virtual bool wins(Side, Move) const = 0;
  virtual bool is_drawn() const = 0;
  virtual bool can_win(Side) const = 0;
};

class Rules {
 public:
  using StatePtr = std::unique_ptr<ErasedState>;

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

  virtual StatePtr start() const = 0;
  virtual StatePtr copy(const ErasedState&) const = 0;
  virtual bool same(const ErasedState&, const ErasedState&) const = 0;
  virtual Side turn(const ErasedState&) const = 0;
  virtual Side mover(const ErasedState&) const = 0;
  virtual Result result(const ErasedState&) const = 0;
  virtual std::uint64_t key(const ErasedState&) const = 0;
  // A key that is the same in every process, where `key` is not.
  virtual std::uint64_t stable_key(const ErasedState& s) const { return key(s); }

  // Where outcomes are points, the most that anybody can win by; 0 elsewhere. At
  // an end `points` are the first player's less the second's.
  virtual double span() const { return 0; }
  virtual int points(const ErasedState&) const { return 0; }

  // The same rules for walking far and wide, where that needs a memory of its own,
  // of so many positions at a time (0: all); `enter` takes a state there.
  virtual std::unique_ptr<const Rules> for_walking(std::size_t /*most*/) const { return nullptr; }
  virtual StatePtr enter(const ErasedState& s) const { return copy(s); }

  // A number that no move lowers, where the game has one: solving goes by it.
  virtual long tier_of(const ErasedState&) const { return 0; }
  // Room for a number beside a position's representative, 0 at first, where rules keep one object for each; else null.
  virtual std::uint32_t* label(const ErasedState&) const { return nullptr; }
  // Whoever walks has all it needs of a position; for good, if it never comes back.
  virtual void forget(const ErasedState&, bool /*for_good*/) const {}

  // These append, and want a position that has not ended; `chances` one where chance acts.
  virtual void moves(const ErasedState&, MoveList&) const = 0;
  virtual void chances(const ErasedState&, ChanceList&) const = 0;
  // In place, a move that is allowed; `advance` if it will not be taken back.
  virtual ErasedUndo play(ErasedState&, Move) const = 0;
  virtual void undo(ErasedState&, Move, const ErasedUndo&) const = 0;
  virtual void advance(ErasedState& s, Move move) const { play(s, move); }
  virtual bool allows(const ErasedState&, Move) const = 0;
  // Checked: throws RulesError unless the move is allowed.
  virtual StatePtr after(const ErasedState&, Move) const = 0;

  virtual Numbers parts(Move) const = 0;
  virtual Move pack(const Numbers&) const = 0;
  virtual Numbers describe(const ErasedState&) const = 0;
  virtual StatePtr assemble(const Numbers&) const = 0;

  virtual StatePtr transform(const ErasedState&, int symmetry) const = 0;
  virtual Move transform_move(Move, int symmetry) const = 0;
  virtual StatePtr canonical(const ErasedState&) const = 0;
  virtual std::uint64_t canonical_key(const ErasedState&) const = 0;
  virtual SymmetricKey symmetric_key(const ErasedState&) const = 0;

  // Positions as arrays, and numbers for moves; no planes where the game says nothing of it. `encode` fills an array of
  // zeros.
  virtual Planes planes() const { return {}; }
  virtual void encode(const ErasedState&, float*) const {}
  virtual int actions() const { return 0; }
  virtual int action(const ErasedState&, Move) const { return 0; }

  // A guess at who stands better, as the first player sees it; 0 where there is none.
  virtual double evaluate(const ErasedState&) const = 0;
  virtual std::uint32_t move_priority(const ErasedState&, Move) const = 0;
  // Null where the game has none.
  virtual std::unique_ptr<ErasedEvaluator> incremental_evaluator(const ErasedState&) const = 0;
  // The same rules with options for searching them; throws RulesError for one that it doesn't know.
  virtual std::unique_ptr<const Rules> with_options(const Options&) const = 0;
  // How many lines a player has begun that it may still fill, in games won by lines.
  virtual std::optional<int> open_lines(const ErasedState&, Side) const = 0;

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
