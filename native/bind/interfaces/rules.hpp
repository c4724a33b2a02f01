// Interface: the rules of a game over type-erased states. Callers have checked that states belong to the rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/concepts.hpp"
#include "base/erased_state.hpp"

namespace kibitz {

// Type-erased undo information.
struct ErasedUndo {
  alignas(8) std::array<std::byte, 16> bytes;
};

// A type-erased incremental evaluator; see base/concepts.hpp.
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

  // Whether the game is written in Python, so that the GIL must be held.
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
  // A key that is equal in every process, unlike `key` of games in Python.
  virtual std::uint64_t stable_key(const ErasedState& s) const { return key(s); }

  // The largest possible score if outcomes are points, else 0. At the end of a game `points` are the first player's
  // less the second's.
  virtual double span() const { return 0; }
  virtual int points(const ErasedState&) const { return 0; }

  // Equal rules that cache positions, at most `most` at a time (0: all), if that is faster; `import_state` converts a
  // state to them.
  virtual std::unique_ptr<const Rules> with_cache(std::size_t /*most*/) const { return nullptr; }
  virtual StatePtr import_state(const ErasedState& s) const { return copy(s); }

  // The tier of a state, which no move decreases; 0 in games without tiers.
  virtual long tier_of(const ErasedState&) const { return 0; }
  // A dense index that the author of a game in Python wrote: the number of indices of each tier (none: there is no
  // index), the index of a state in its tier (-1: it has none and follows from its moves), and the position at an
  // index, which overwrites a state; false if there is none.
  virtual std::vector<std::uint64_t> index_sizes() const { return {}; }
  virtual std::int64_t index(const ErasedState&) const { return -1; }
  virtual bool place(int /*tier*/, std::int64_t /*index*/, ErasedState&) const { return false; }
  // A slot for a number beside a position's representative, initially 0, if the rules keep one object for each; else
  // null.
  virtual std::uint32_t* label(const ErasedState&) const { return nullptr; }
  // Releases the cache of a position; `for_good` if the position is never used again.
  virtual void release(const ErasedState&, bool /*for_good*/) const {}

  // These append. The game must not be over; `chances` requires a chance node.
  virtual void moves(const ErasedState&, MoveList&) const = 0;
  virtual void chances(const ErasedState&, ChanceList&) const = 0;
  // Plays a legal move in place; `advance` cannot be undone.
  virtual ErasedUndo play(ErasedState&, Move) const = 0;
  virtual void undo(ErasedState&, Move, const ErasedUndo&) const = 0;
  virtual void advance(ErasedState& s, Move move) const { play(s, move); }
  virtual bool allows(const ErasedState&, Move) const = 0;
  // Throws RulesError unless the move is legal.
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

  // Network input: planes and action indexes; no planes if the game has no encoding. `encode` expects a zeroed array.
  virtual Planes planes() const { return {}; }
  virtual void encode(const ErasedState&, float*) const {}
  virtual int actions() const { return 0; }
  virtual int action(const ErasedState&, Move) const { return 0; }

  // The static evaluation from the first player's point of view; 0 if there is none.
  virtual double evaluate(const ErasedState&) const = 0;
  virtual std::uint32_t move_priority(const ErasedState&, Move) const = 0;
  // Null if the game has none.
  virtual std::unique_ptr<ErasedEvaluator> incremental_evaluator(const ErasedState&) const = 0;
  // The same rules with search options; throws RulesError for unknown ones.
  virtual std::unique_ptr<const Rules> with_options(const Options&) const = 0;
  // The number of open lines that a player has begun, in games won by lines.
  // The move that a text names, if the core knows the notation.
  virtual bool reads_moves() const { return false; }
  virtual std::optional<Move> read_move(const ErasedState&, std::string_view) const { return std::nullopt; }

  virtual std::optional<int> open_lines(const ErasedState&, Side) const = 0;

 private:
  const Identity* identity_;
};

// The rules of a game known at compile time.
template <Game G>
class RulesWith : public Rules {
 public:
  RulesWith(const Identity* identity, G game) : Rules(identity), game_(std::move(game)) {}
  const G& game() const { return game_; }

 private:
  G game_;
};

}  // namespace kibitz
