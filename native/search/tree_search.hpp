// The base of all tree searches: one game, one position that plays and undoes moves, a pool of moves, and an
// incremental evaluator if the game has one.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/tablebase.hpp"
#include "search/searcher.hpp"

namespace kibitz {

struct NoEvaluator {};

// Whether an evaluator exists; only the generic one may be empty.
template <class Evaluator>
constexpr bool is_present(const Evaluator& evaluator) {
  if constexpr (requires { evaluator.exists(); })
    return evaluator.exists();
  else
    return !std::same_as<Evaluator, NoEvaluator>;
}

// `Traced` searches can record their tree; others pay nothing for it. `Evaluator` follows every play and undo.
template <Game G, bool Traced, class Evaluator = NoEvaluator>
class TreeSearch : public Searcher<ScoreOf<G>> {
 public:
  using State = typename G::State;
  using Score = ScoreOf<G>;
  using Scores = Scoring<Score>;

  TreeSearch(const G& game, const State& root, Control& control, TreeTrace* trace, Evaluator evaluator = {})
      : Searcher<Score>(trace),
        game_(game),
        control_(control),
        evaluator_(std::move(evaluator)),
        erased_(nullptr, root) {}

  // Sets a tablebase of this game to probe.
  void set_tablebase(const Tablebase* known) { tablebase_ = known; }

  // Searches only for win, draw or loss; positions at the horizon count as draws.
  void set_weak(bool weak) { weak_ = weak; }

  // Sets the repetition rule and the positions before the root.
  void set_repetition([[maybe_unused]] const Repetition& rule, [[maybe_unused]] const PositionHistory* history) {
    if constexpr (kMayRepeat) {
      repetition_ = rule;
      if (!rule.any()) return;
      path_.assign(2, {game_.key(state()), game_.turn(state())});
      for (; history != nullptr; history = history->previous.get())
        earlier_.push_back(game_.key(game_.state(*history->state)));
    }
  }

 protected:
  // Plays a move in its lifetime.
  class Played {
   public:
    Played(TreeSearch& walk, Move move)
        : searcher_(walk), move_(move), side_(mover()), undo_(walk.game_.play(walk.state(), move)) {
      if constexpr (kHasEvaluator) searcher_.evaluator_.play(side_, move_);
    }
    ~Played() {
      searcher_.game_.undo(searcher_.state(), move_, undo_);
      if constexpr (kHasEvaluator) searcher_.evaluator_.undo(side_, move_);
    }
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

   private:
    Side mover() const {
      if constexpr (kHasEvaluator)
        return searcher_.game_.mover(searcher_.state());
      else
        return Side::first;  // not used
    }

    TreeSearch& searcher_;
    Move move_;
    Side side_;
    typename G::Undo undo_;
  };

  Played played(Move move) {
    if (traced()) this->trace_->step(move);
    return Played(*this, move);
  }

  // The moves of one node, in a pool that all plies share (by index, because the pool may be reallocated).
  class Moves {
   public:
    Moves(const G& game, const State& state, MoveList& pool) : pool_(pool), begin_(pool.size()) {
      game.moves(state, pool_);
      size_ = pool_.size() - begin_;
    }
    ~Moves() { pool_.truncate(begin_); }
    Moves(const Moves&) = delete;
    Moves& operator=(const Moves&) = delete;

    std::size_t size() const { return size_; }
    Move operator[](std::size_t i) const { return pool_[begin_ + i]; }

   private:
    MoveList& pool_;
    std::size_t begin_;
    std::size_t size_ = 0;
  };

  Moves moves() { return Moves(game_, state(), pool_); }

  State& state() { return erased_.state; }
  const State& state() const { return erased_.state; }
  // The position in the form of tablebases.
  const ErasedState& erased() const {
    if constexpr (requires { erased_.state.erased(); })
      return erased_.state.erased();
    else
      return erased_;
  }

  bool traced() const { return Traced && this->trace_ != nullptr; }

  void enter(int ply) {
    ++this->counts_.nodes;
    poll_for(game_, control_);
    this->clear_pv(ply);
  }

  // Counts positions that were evaluated without being entered.
  void count_nodes(std::uint64_t nodes) {
    this->counts_.nodes += nodes;
    control_.poll_many(nodes);
  }

  Score horizon(Side side) {
    ++this->horizon_leaves_;
    if (weak_) return 0;
    if constexpr (kHasEvaluator)
      if (is_present(evaluator_)) return Scores::estimated(evaluator_.evaluate(side));
    if constexpr (HasEvaluation<G>) {
      double guess = static_cast<double>(game_.evaluate(state()));
      if (side != Side::first) guess = -guess;
      if constexpr (ChanceGame<G> && requires { game_.span(); })
        if (game_.span() > 0) guess /= game_.span();
      return Scores::estimated(guess);
    } else {
      return 0;
    }
  }

  // The score of a finished game for the mover.
  Score finished(Result result, Side mover, int ply) const {
    if constexpr (requires { game_.span(); })
      if (const double span = game_.span(); span > 0) {
        const int points = game_.points(state());
        return Scores::scored(mover == Side::first ? points : -points, span);
      }
    return Scores::finished(outcome_for(result, mover), ply);
  }

  // The score of a repeated position for its mover, if the game has a repetition rule. A value that depends on
  // positions further up is valid on this path only and is not stored in the table.
  std::optional<Score> repeated(Side mover, int ply) {
    if constexpr (kMayRepeat) {
      if (!repetition_.any()) return std::nullopt;
      const auto key = game_.key(state());
      const auto at = static_cast<std::size_t>(ply);
      for (std::size_t above = at; above-- > 0;)
        if (path_[above].key == key) return repetition(mover, ply, static_cast<int>(above));
      const auto often = std::count(earlier_.begin(), earlier_.end(), key);
      const int enough = repetition_.draw > 0    ? repetition_.draw
                         : repetition_.claim > 0 ? repetition_.claim
                         : repetition_.loss > 0  ? repetition_.loss
                                                 : 2;
      if (often > 0 && (repetition_.forbidden || often + 1 >= enough)) return repetition(mover, ply, -1);
      if (path_.size() <= at + 1) path_.resize(at + 2);
      path_[at] = {key, game_.turn(state())};
    }
    return std::nullopt;
  }

  // Whether the value of this node depends on positions above it, by repetition.
  bool depends_on_path([[maybe_unused]] int ply) {
    if constexpr (kMayRepeat) {
      if (highest_dependency_ < ply) return true;
      highest_dependency_ = std::numeric_limits<int>::max();
    }
    return false;
  }

  // Probes the tablebase; the score is for the mover.
  std::optional<Score> probe_tablebase(int ply) {
    if (tablebase_ == nullptr) return std::nullopt;
    const auto value = tablebase_->probe(erased());
    if (!value) return std::nullopt;
    note(TraceNode::Kind::table);
    ++this->counts_.table_hits;
    if (value->kind == Value::Kind::points) {
      if constexpr (requires { game_.span(); }) return Scores::scored(value->number, game_.span());
      return std::nullopt;
    }
    if constexpr (ChanceGame<G>)
      return 2 * value->number - 1;
    else
      return Scores::finished(static_cast<int>(value->kind) - 1, ply + static_cast<int>(value->number));
  }

  // Once a win or loss is proved, horizon leaves of other lines don't matter.
  void forgive_horizon_leaves(std::uint64_t before, Score value, int depth, int ply) {
    if (Scores::proven_within(Scores::to_table(value, ply), depth)) this->horizon_leaves_ = before;
  }

  // Records the kind of this node.
  void note(TraceNode::Kind kind) {
    if (traced()) this->trace_->current().kind = kind;
  }
  void note_skipped(std::size_t count) {
    if (traced()) this->trace_->current().skipped = static_cast<std::uint32_t>(count);
  }

  const G& game_;
  Control& control_;
  Evaluator evaluator_;
  const Tablebase* tablebase_ = nullptr;
  bool weak_ = false;

 private:
  static constexpr bool kHasEvaluator = !std::same_as<Evaluator, NoEvaluator>;
  // Games with searches of their own handle repetition themselves.
  static constexpr bool kMayRepeat = requires(const G& g, const State& s) {
    s.erased();
    g.span();
  };

  // A position on the path from the root.
  struct OnPath {
    std::uint64_t key;
    Side turn;
  };

  // The score of a repetition for the mover of this position.
  Score repetition(Side mover, int ply, int above) {
    highest_dependency_ = std::min(highest_dependency_, above);
    note(TraceNode::Kind::end);
    if (repetition_.loss == 0 && !repetition_.forbidden) return Scores::finished(0, ply);
    for (int at = ply; at-- > 0;)
      if (const Side by = path_[static_cast<std::size_t>(at)].turn; by != Side::chance)
        return Scores::finished(by == mover ? -1 : 1, ply);
    return Scores::finished(0, ply);
  }

  TypedState<G> erased_;
  MoveList pool_;
  Repetition repetition_;
  std::vector<OnPath> path_;                                  // by ply
  std::vector<std::uint64_t> earlier_;                        // keys of positions before the root
  int highest_dependency_ = std::numeric_limits<int>::max();  // the uppermost ply that values below depend on
};

}  // namespace kibitz
