// What all tree searches share: one game, one position that moves up and down
// the tree, a pool of moves, and an evaluator that may follow.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/probe.hpp"
#include "search/walker.hpp"

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
      : Walker<Score>(trace), game_(game), control_(control), evaluator_(std::move(evaluator)), box_(nullptr, root) {}

  // Lets a table of this game answer for the positions it knows.
  void consult(const Probe* known) { known_ = known; }

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
    ~Moves() { pool_.resize(begin_); }
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

  State& state() { return box_.state; }
  const State& state() const { return box_.state; }
  // The position as a table wants it.
  const StateBox& box() const {
    if constexpr (requires { box_.state.box(); })
      return box_.state.box();
    else
      return box_;
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
    if constexpr (kFollowed)
      if (is_there(evaluator_)) return Scores::estimated(evaluator_.points(side));
    if constexpr (Evaluated<G>) {
      const double sign = side == Side::first ? 1.0 : -1.0;
      return Scores::estimated(sign * static_cast<double>(game_.evaluate(state())));
    } else {
      return 0;
    }
  }

  // What the table says of the current position, to its mover.
  std::optional<Score> known(int ply) {
    if (known_ == nullptr) return std::nullopt;
    const auto value = known_->find(box());
    if (!value) return std::nullopt;
    note(TraceNode::Kind::table);
    ++this->counts_.table_hits;
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
  const Probe* known_ = nullptr;

 private:
  static constexpr bool kFollowed = !std::same_as<Evaluator, NoEvaluator>;

  Boxed<G> box_;
  MoveList pool_;
};

}  // namespace kibitz
