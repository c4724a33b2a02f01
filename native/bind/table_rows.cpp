#include "bind/table_rows.hpp"

#include <unordered_set>
#include <utility>

#include "bind/generic_game.hpp"
#include "bind/python_box.hpp"
#include "bind/python_rules.hpp"

namespace kibitz {
namespace {

class RowWriter {
 public:
  // `rules` may be those for walking; `own` are the game's.
  RowWriter(const Rules& rules, const Rules& own, const Tablebase& probe) : rules_(rules), own_(own), probe_(probe) {}

  // Adds a position if it is in the table.
  void add(Rows& rows, ErasedState& state) {
    const auto value = probe_.probe(state);
    if (!value) return;
    if (rows.states) add_state(*rows.states, state);
    if (rules_.in_python()) {
      rows.texts.push_back(static_cast<const PythonBox&>(state).text());
    } else {
      const auto numbers = rules_.describe(state);
      rows.numbers.insert(rows.numbers.end(), numbers.begin(), numbers.end());
    }
    rows.ends.push_back(static_cast<std::uint32_t>(rows.numbers.size()));
    const Side turn = rules_.turn(state);
    rows.turns.push_back(static_cast<std::uint8_t>(turn));
    rows.movers.push_back(static_cast<std::uint8_t>(rules_.mover(state)));
    rows.kinds.push_back(static_cast<std::uint8_t>(value->kind));
    rows.values.push_back(value->number);
    if (rules_.result(state) == Result::ongoing && turn != Side::chance) add_best(rows, state);
    rows.best_ends.push_back(static_cast<std::uint32_t>(rows.best.size()));
  }

 private:
  void add_state(nanobind::list& states, const ErasedState& state) const {
    auto box = own_.in_python() ? python_state(own_, static_cast<const PythonBox&>(state).node()) : own_.copy(state);
    // Not by `cast`, which would look for a Python class of each game's own states.
    states.append(nanobind::inst_take_ownership(nanobind::type<ErasedState>(), box.get()));
    box.release();
  }

  void add_best(Rows& rows, ErasedState& state) {
    moves_.clear();
    rules_.moves(state, moves_);
    const Side mover = rules_.mover(state);
    const auto begin = rows.best.size();
    std::pair<int, double> best{-2, 0};
    for (const Move move : moves_) {
      const auto undo = rules_.play(state, move);
      auto value = probe_.probe(state);
      if (value && rules_.mover(state) != mover) value = negate(*value);
      rules_.undo(state, move, undo);
      if (!value) continue;
      const auto worth = order(*value);
      if (worth > best) {
        rows.best.resize(begin);
        best = worth;
      }
      if (worth == best) rows.best.push_back(move);
    }
  }

  const Rules& rules_;
  const Rules& own_;
  const Tablebase& probe_;
  MoveList moves_;
};

Rows empty_rows(bool with_states) {
  Rows rows;
  if (with_states) rows.states.emplace();
  return rows;
}

class DenseRows final : public TableRows {
 public:
  DenseRows(const CoreGame& game, const Tablebase& probe)
      : tiers_(game.require_tiers()), writer_(game.rules(), game.rules(), probe) {}

  Rows next(std::size_t most, bool with_states, Control& control) override {
    Rows rows = empty_rows(with_states);
    while (rows.size() < most && tier_ < tiers_.tiers()) {
      if (index_ == tiers_.tier_size(tier_)) {
        ++tier_;
        index_ = 0;
        continue;
      }
      control.poll();
      const auto state = tiers_.at(tier_, index_++);
      if (state) writer_.add(rows, *state);
    }
    return rows;
  }

 private:
  const Tiers& tiers_;
  RowWriter writer_;
  int tier_ = 0;
  std::uint64_t index_ = 0;
};

// Every position of an endgame tablebase, by index.
class IndexedRows final : public TableRows {
 public:
  IndexedRows(const CoreGame& game, const Tablebase& probe)
      : probe_(probe), writer_(game.rules(), game.rules(), probe) {}

  Rows next(std::size_t most, bool with_states, Control& control) override {
    Rows rows = empty_rows(with_states);
    while (rows.size() < most && index_ < probe_.size()) {
      control.poll();
      if (const auto state = probe_.at(index_++)) writer_.add(rows, *state);
    }
    return rows;
  }

 private:
  const Tablebase& probe_;
  RowWriter writer_;
  std::uint64_t index_ = 0;
};

// Every reachable position, one of each symmetry class.
class ReachableRows final : public TableRows {
 public:
  ReachableRows(const CoreGame& game, const Tablebase& probe, Control& control)
      : cached_rules_(game.rules().with_cache(0)),
        rules_(cached_rules_ ? *cached_rules_ : game.rules()),
        writer_(rules_, game.rules(), probe) {
    if (rules_.has_chance())
      list(GenericGame<true>(rules_), control);
    else
      list(GenericGame<false>(rules_), control);
  }

  Rows next(std::size_t most, bool with_states, Control& control) override {
    Rows rows = empty_rows(with_states);
    for (; rows.size() < most && at_ < found_.size(); ++at_) {
      control.poll();
      writer_.add(rows, *found_[at_]);
    }
    return rows;
  }

 private:
  template <class G>
  void list(const G& game, Control& control) {
    struct Hash {
      const G* game;
      std::size_t operator()(const GenericState& s) const { return static_cast<std::size_t>(game->key(s)); }
    };
    std::unordered_set<GenericState, Hash> seen(16, Hash{&game});
    const auto meet = [&](const GenericState& state) {
      if (seen.insert(game.canonical(state)).second) found_.push_back(rules_.copy(game.canonical(state).erased()));
    };
    meet(game.start());
    MoveList moves;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      control.poll();
      GenericState state(rules_, rules_.copy(*found_[i]));
      if (game.result(state) != Result::ongoing) continue;
      moves.clear();
      game.moves(state, moves);
      for (const Move move : moves) {
        const auto undo = game.play(state, move);
        meet(state);
        game.undo(state, move, undo);
      }
    }
  }

  std::unique_ptr<const Rules> cached_rules_;
  const Rules& rules_;
  RowWriter writer_;
  std::vector<Rules::StatePtr> found_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<TableRows> table_rows(const CoreGame& game, const Tablebase& probe, bool dense, Control& control) {
  if (dense) return std::make_unique<DenseRows>(game, probe);
  if (probe.size() > 0) return std::make_unique<IndexedRows>(game, probe);
  return std::make_unique<ReachableRows>(game, probe, control);
}

}  // namespace kibitz
