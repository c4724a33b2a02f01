// What all tree searches share: one game, one position that moves up and down
// the tree, a pool of moves, and the lines expected from each ply.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "search/report.hpp"
#include "search/score.hpp"
#include "search/trace.hpp"
#include "solve/probe.hpp"

namespace kibitz {

// Follows nothing.
struct NoFollower {};

// `Follower` is told of every move that is made and taken back.
template <Game G, class Trace, class Follower = NoFollower>
class TreeWalk {
 public:
  using State = typename G::State;
  using Score = ScoreOf<G>;
  using Scores = Scoring<G>;

  // Below every score there is, so that any move is better than none.
  static constexpr Score worst() { return -Scores::best() - 1; }

  TreeWalk(const G& game, const State& root, Control& control, Follower follower = {})
      : game_(game), state_(root), control_(control), follower_(std::move(follower)) {}

  // Lets a table answer for the positions it knows, if it is one of this game.
  void consult(const Probe* known) { known_ = dynamic_cast<const ProbeOf<G>*>(known); }

  const Counts& counts() const { return counts_; }
  void count_research() { ++counts_.researches; }

  // How many lines so far ended at the horizon instead of the end of the game:
  // where this doesn't grow, the search saw everything there is.
  std::uint64_t horizons() const { return horizons_; }

  Trace& trace() { return trace_; }

  // The moves expected `ply` plies below the root, as the last visit found them.
  const std::vector<Move>& line(int ply) { return line_at(ply); }

  // Plays a move for as long as it lives.
  class Played {
   public:
    Played(TreeWalk& walk, Move move)
        : walk_(walk), move_(move), side_(mover()), undo_(walk.game_.play(walk.state_, move)) {
      if constexpr (kFollowed) walk_.follower_.play(side_, move_);
    }
    ~Played() {
      walk_.game_.undo(walk_.state_, move_, undo_);
      if constexpr (kFollowed) walk_.follower_.undo(side_, move_);
    }
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

   private:
    Side mover() const {
      if constexpr (kFollowed)
        return walk_.game_.mover(walk_.state_);
      else
        return Side::first;  // nobody asks
    }

    TreeWalk& walk_;
    Move move_;
    Side side_;
    typename G::Undo undo_;
  };

  Played played(Move move) {
    if constexpr (Trace::on) trace_.step(move);
    return Played(*this, move);
  }

 protected:
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

  Moves moves() { return Moves(game_, state_, pool_); }

  void enter(int ply) {
    ++counts_.nodes;
    if constexpr (requires { G::slow; })
      control_.poll(true);
    else
      control_.poll();
    clear_line(ply);
  }

  // Positions that were judged without being entered.
  void count_nodes(std::uint64_t nodes) {
    counts_.nodes += nodes;
    control_.poll_many(nodes);
  }

  void clear_line(int ply) { line_at(ply).clear(); }

  Score horizon(Side side) {
    ++horizons_;
    if constexpr (kFollowed)
      return Scores::estimated(follower_.points(side));
    else
      return Scores::estimated(game_, state_, side);
  }

  // What the table says of the current position, to its mover.
  std::optional<Score> known(int ply) {
    if (known_ == nullptr) return std::nullopt;
    const auto value = known_->find(state_);
    if (!value) return std::nullopt;
    note(TraceNode::Kind::table);
    ++counts_.table_hits;
    if constexpr (ChanceGame<G>)
      return 2 * value->number - 1;
    else
      return Scores::finished(static_cast<int>(value->kind) - 1, ply + static_cast<int>(value->number));
  }

  // Where a win or loss is certain, what other lines might have held beyond the
  // horizon no longer matters.
  void forgive_horizons(std::uint64_t before, Score value, int depth, int ply) {
    if (Scores::proven_within(Scores::to_table(value, ply), depth)) horizons_ = before;
  }

  // What this node is, for those who look at the tree.
  void note(TraceNode::Kind kind) {
    if constexpr (Trace::on) trace_.current().kind = kind;
  }
  void note_skipped(std::size_t count) {
    if constexpr (Trace::on) trace_.current().skipped = static_cast<std::uint32_t>(count);
  }

  // Makes `move`, then the line below, the line at `ply`.
  void keep_line(int ply, Move move) {
    const auto& below = line_at(ply + 1);
    auto& here = line_at(ply);
    here.assign(1, move);
    here.insert(here.end(), below.begin(), below.end());
  }

  const G& game_;
  State state_;
  Control& control_;
  Follower follower_;
  Counts counts_;
  std::uint64_t horizons_ = 0;
  Trace trace_;
  const ProbeOf<G>* known_ = nullptr;

 private:
  static constexpr bool kFollowed = !std::same_as<Follower, NoFollower>;

  std::vector<Move>& line_at(int ply) {
    const auto wanted = static_cast<std::size_t>(ply) + 2;  // this one and the one below, so neither moves
    if (lines_.size() < wanted) lines_.resize(wanted);
    return lines_[static_cast<std::size_t>(ply)];
  }

  MoveList pool_;
  std::vector<std::vector<Move>> lines_;
};

}  // namespace kibitz
