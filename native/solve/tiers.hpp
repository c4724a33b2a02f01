// Solves a game whose moves always lead to a later tier (one more stone on the
// board): marks what can be reached, first tier to last, then works out values
// from the last tier to the first. Each tier needs only later ones, so its
// positions can be shared among threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/concepts.hpp"
#include "solve/dense.hpp"
#include "solve/team.hpp"

namespace kibitz {

template <Indexable G>
class TierSolver {
 public:
  using State = typename G::State;

  TierSolver(const G& game, Control& control, int threads)
      : game_(game), control_(control), team_(control, threads), starts_(tier_starts(game)) {}

  // The rank of every place of the index; absent where no game can get to.
  std::vector<std::int8_t> solve() {
    const auto size = starts_.back();
    control_.begin(2 * size);
    ranks_.reset(new Cell[size]);
    for (std::uint64_t i = 0; i < size; ++i) ranks_[i].store(Rank::absent, std::memory_order_relaxed);
    const State start = game_.start();
    cell(start).store(0, std::memory_order_relaxed);
    for (int tier = game_.tier(start); tier < game_.tiers(); ++tier)
      each_reached(tier, [this](const State& state, Cell&, MoveList& moves) { mark_children(state, moves); });
    for (int tier = game_.tiers() - 1; tier >= 0; --tier)
      each_reached(tier, [this](const State& state, Cell& rank, MoveList& moves) {
        rank.store(static_cast<std::int8_t>(value(state, moves)), std::memory_order_relaxed);
      });
    std::vector<std::int8_t> out(size);
    for (std::uint64_t i = 0; i < size; ++i) out[i] = ranks_[i].load(std::memory_order_relaxed);
    return out;
  }

 private:
  // Relaxed everywhere: threads only ever write the same mark to the same
  // place, and each tier is finished before another one reads it.
  using Cell = std::atomic<std::int8_t>;

  Cell& cell(const State& state) const {
    return ranks_[starts_[static_cast<std::size_t>(game_.tier(state))] + game_.index(state)];
  }

  template <class Visit>
  void each_reached(int tier, const Visit& visit) {
    const auto start = starts_[static_cast<std::size_t>(tier)];
    team_.share(game_.tier_size(tier), [&](std::uint64_t begin, std::uint64_t end) {
      MoveList moves;
      for (auto i = begin; i < end; ++i) {
        Cell& rank = ranks_[start + i];
        if (rank.load(std::memory_order_relaxed) != Rank::absent) visit(game_.at(tier, i), rank, moves);
      }
    });
  }

  void mark_children(State state, MoveList& moves) {
    each_child(state, moves, [this](const State& child) { cell(child).store(0, std::memory_order_relaxed); });
  }

  int value(State state, MoveList& moves) {
    const Side mover = game_.mover(state);
    if (const Result result = game_.result(state); result != Result::ongoing) {
      const int outcome = outcome_for(result, mover);
      return outcome > 0 ? Rank::win(0) : outcome < 0 ? Rank::loss(0) : Rank::draw(0);
    }
    int best = Rank::absent;
    each_child(state, moves, [&](const State& child) {
      int rank = cell(child).load(std::memory_order_relaxed);
      if (game_.mover(child) != mover) rank = Rank::other_side(rank);
      best = std::max(best, Rank::ply_before(rank));
    });
    return best;
  }

  template <class Visit>
  void each_child(State& state, MoveList& moves, const Visit& visit) {
    if (game_.result(state) != Result::ongoing) return;
    const int tier = game_.tier(state);
    moves.clear();
    game_.moves(state, moves);
    if (moves.empty()) throw RulesError("a position that has not ended has no moves");
    for (const Move move : moves) {
      const auto undo = game_.play(state, move);
      if (game_.tier(state) <= tier) throw RulesError("a move of this game stays in its tier");
      visit(state);
      game_.undo(state, move, undo);
    }
  }

  const G& game_;
  Control& control_;
  Team team_;
  std::vector<std::uint64_t> starts_;
  std::unique_ptr<Cell[]> ranks_;
};

}  // namespace kibitz
