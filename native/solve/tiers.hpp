// Solves a game whose moves always lead to a later tier (one more stone on the
// board): marks what can be reached, first tier to last, then works out values
// from the last tier to the first. Each tier needs only later ones, so its
// positions can be shared among threads. Of positions alike by symmetry one is
// worked on and the others get its value.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
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
    mark(start);
    for (int tier = game_.tier(start); tier < game_.tiers(); ++tier)
      each_reached(tier, [this](State state, MoveList& moves) {
        each_child(state, moves, [this](const State& child) { mark(child); });
      });
    for (int tier = game_.tiers() - 1; tier >= 0; --tier)
      each_reached(tier, [this](State state, MoveList& moves) {
        const auto rank = static_cast<std::int8_t>(value(state, moves));
        each_image(state, [&](std::uint64_t place) { write(place, rank); });
      });
    std::vector<std::int8_t> out(size);
    for (std::uint64_t i = 0; i < size; ++i) out[i] = ranks_[i].load(std::memory_order_relaxed);
    return out;
  }

 private:
  // An index of the game's own may already put all images in one place.
  static constexpr bool kImages = Symmetric<G> && !requires { G::index_is_symmetric; };

  // Relaxed everywhere: threads only ever write the same number to the same
  // place, and each tier is finished before another one reads it.
  using Cell = std::atomic<std::int8_t>;

  std::int8_t read(std::uint64_t place) const { return ranks_[place].load(std::memory_order_relaxed); }
  void write(std::uint64_t place, std::int8_t rank) { ranks_[place].store(rank, std::memory_order_relaxed); }

  std::uint64_t place(const State& state) const {
    return starts_[static_cast<std::size_t>(game_.tier(state))] + game_.index(state);
  }

  template <class Visit>
  void each_image(const State& state, const Visit& visit) const {
    visit(place(state));
    if constexpr (kImages)
      for (int symmetry = 1; symmetry < game_.symmetries(); ++symmetry) visit(place(game_.transform(state, symmetry)));
  }

  // The image in the first place stands for all, whichever thread comes first.
  void mark(const State& state) {
    if (read(place(state)) != Rank::absent) return;
    auto first = std::numeric_limits<std::uint64_t>::max();
    each_image(state, [&](std::uint64_t image) { first = std::min(first, image); });
    each_image(state, [&](std::uint64_t image) { write(image, image == first ? Rank::reached : Rank::reached_image); });
  }

  template <class Visit>
  void each_reached(int tier, const Visit& visit) {
    const auto start = starts_[static_cast<std::size_t>(tier)];
    team_.share(game_.tier_size(tier), [&](std::uint64_t begin, std::uint64_t end) {
      MoveList moves;
      for (auto i = begin; i < end; ++i)
        if (read(start + i) == Rank::reached) visit(game_.at(tier, i), moves);
    });
  }

  int value(State& state, MoveList& moves) {
    const Side mover = game_.mover(state);
    if (const Result result = game_.result(state); result != Result::ongoing) {
      const int outcome = outcome_for(result, mover);
      return outcome > 0 ? Rank::win(0) : outcome < 0 ? Rank::loss(0) : Rank::draw(0);
    }
    int best = Rank::absent;
    each_child(state, moves, [&](const State& child) {
      int rank = read(place(child));
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
