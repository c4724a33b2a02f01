// What all tree searches share: one game, one position that moves up and down
// the tree, a pool of moves, and an evaluator that may follow.
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

// Whether there is something behind an evaluator; only one for any game may be empty.
template <class Evaluator>
constexpr bool is_there(const Evaluator& evaluator) {
  if constexpr (requires { evaluator.is_there(); })
    return evaluator.is_there();
  else
    return !std::same_as<Evaluator, NoEvaluator>;
}

// `Traced` walks may leave a trace, if they are given one; others pay nothing for
// it. `Evaluator` is told of every move that is made and taken back.
template <Game G, bool Traced, class Evaluator = NoEvaluator>
class TreeWalk : public Walker<ScoreOf<G>> {
 public:
  using State = typename G::State;
  using Score = ScoreOf<G>;
  using Scores = Scoring<Score>;

  TreeWalk(const G& game, const State& root, Control& control, TreeTrace* trace, Evaluator evaluator = {})
      : Walker<Score>(trace),
        game_(game),
        control_(control),
        evaluator_(std::move(evaluator)),
        erased_(nullptr, root) {}

  // Lets a table of this game answer for the positions it knows.
  void set_tablebase(const Tablebase* known) { known_ = known; }

  // Asks only who wins: what is beyond the horizon counts as drawn.
  void set_weak(bool weak) { weak_ = weak; }

  // Heeds positions that come back: on the way from the root, and those before it.
  void heed([[maybe_unused]] const Repetition& rule, [[maybe_unused]] const PositionHistory* history) {
    if constexpr (kMayRepeat) {
      repetition_ = rule;
      if (!rule.any()) return;
      path_.assign(2, {game_.key(state()), game_.turn(state())});
      for (; history != nullptr; history = history->previous.get())
        earlier_.push_back(game_.key(game_.state(*history->state)));
    }
  }

 protected:
  // Plays a move for as long as it lives.
  class Played {
   public:
    Played(TreeWalk& walk, Move move)
        : walk_(walk), move_(move), side_(mover()), undo_(walk.game_.play(walk.state(), move)) {
      if constexpr (kFollowed) walk_.evaluator_.play(side_, move_);
    }
    ~Played() {
      walk_.game_.undo(walk_.state(), move_, undo_);
      if constexpr (kFollowed) walk_.evaluator_.undo(side_, move_);
    }
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

   private:
    Side mover() const {
      if constexpr (kFollowed)
        return walk_.game_.mover(walk_.state());
      else
        return Side::first;  // nobody asks
    }

    TreeWalk& walk_;
    Move move_;
    Side side_;
    typename G::Undo undo_;
  };

  Played played(Move move) {
    if (traced()) this->trace_->step(move);
    return Played(*this, move);
  }

  // The moves of one node. They live in a pool shared by all plies, taken back
  // when the node is left; by index, since the pool may grow below.
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
  // The position as a table wants it.
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
    this->clear_line(ply);
  }

  // Positions that were judged without being entered.
  void count_nodes(std::uint64_t nodes) {
    this->counts_.nodes += nodes;
    control_.poll_many(nodes);
  }

  Score horizon(Side side) {
    ++this->horizons_;
    if (weak_) return 0;
    if constexpr (kFollowed)
      if (is_there(evaluator_)) return Scores::estimated(evaluator_.evaluate(side));
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

  // What the end of the game is worth to the position's mover.
  Score finished(Result result, Side mover, int ply) const {
    if constexpr (requires { game_.span(); })
      if (const double span = game_.span(); span > 0) {
        const int points = game_.points(state());
        return Scores::scored(mover == Side::first ? points : -points, span);
      }
    return Scores::finished(outcome_for(result, mover), ply);
  }

  // What a position is worth to its mover if it was on the board before, where
  // games go so: whoever moved last brought that about. A value that rests on one
  // further up holds on this way only, and is not remembered.
  std::optional<Score> repeated(Side mover, int ply) {
    if constexpr (kMayRepeat) {
      if (!repetition_.any()) return std::nullopt;
      const auto key = game_.key(state());
      const auto at = static_cast<std::size_t>(ply);
      for (std::size_t above = at; above-- > 0;)
        if (path_[above].key == key) return fate(mover, ply, static_cast<int>(above));
      const auto often = std::count(earlier_.begin(), earlier_.end(), key);
      const int enough = repetition_.draw > 0    ? repetition_.draw
                         : repetition_.claim > 0 ? repetition_.claim
                         : repetition_.loss > 0  ? repetition_.loss
                                                 : 2;
      if (often > 0 && (repetition_.forbidden || often + 1 >= enough)) return fate(mover, ply, -1);
      if (path_.size() <= at + 1) path_.resize(at + 2);
      path_[at] = {key, game_.turn(state())};
    }
    return std::nullopt;
  }

  // Whether what was found since rests on a position above this one.
  bool rests_above([[maybe_unused]] int ply) {
    if constexpr (kMayRepeat) {
      if (highest_ < ply) return true;
      highest_ = std::numeric_limits<int>::max();
    }
    return false;
  }

  // What the table says of the current position, to its mover.
  std::optional<Score> known(int ply) {
    if (known_ == nullptr) return std::nullopt;
    const auto value = known_->probe(erased());
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

  // Where a win or loss is certain, what other lines might have held beyond the
  // horizon no longer matters.
  void forgive_horizons(std::uint64_t before, Score value, int depth, int ply) {
    if (Scores::proven_within(Scores::to_table(value, ply), depth)) this->horizons_ = before;
  }

  // What this node is, for those who look at the tree.
  void note(TraceNode::Kind kind) {
    if (traced()) this->trace_->current().kind = kind;
  }
  void note_skipped(std::size_t count) {
    if (traced()) this->trace_->current().skipped = static_cast<std::uint32_t>(count);
  }

  const G& game_;
  Control& control_;
  Evaluator evaluator_;
  const Tablebase* known_ = nullptr;
  bool weak_ = false;

 private:
  static constexpr bool kFollowed = !std::same_as<Evaluator, NoEvaluator>;
  // Games that have searches of their own look after that themselves.
  static constexpr bool kMayRepeat = requires(const G& g, const State& s) {
    s.erased();
    g.span();
  };

  // A position on the way from the root.
  struct OnPath {
    std::uint64_t key;
    Side turn;
  };

  // What a repetition means to the mover of this position.
  Score fate(Side mover, int ply, int above) {
    highest_ = std::min(highest_, above);
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
  std::vector<OnPath> path_;                       // by ply
  std::vector<std::uint64_t> earlier_;             // keys of positions before the root
  int highest_ = std::numeric_limits<int>::max();  // the uppermost ply that something found rests on
};

}  // namespace kibitz
