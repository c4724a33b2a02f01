// The moves of a node in the order in which they are tried: what the table
// remembers, captures that pay, killers, the other quiet moves, and captures that
// don't pay. Each part is generated only when it is reached.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "search/selective/history.hpp"

namespace kibitz {

template <Tactics T>
class MovePicker {
 public:
  using State = typename T::State;
  using History = Histories<T>;
  using After = typename History::After;

  // What quiet moves are ordered by; the moves one and two plies before may be none.
  struct Hints {
    Move table = 0;
    std::array<Move, 2> killers{};
    std::array<After*, 3> after{};
    bool by_history = true, by_capture_history = true;
  };

  // With `quiet` false only captures are given; those that lose more than `least`
  // points in the exchange come last, or not at all.
  MovePicker(const State& state, History& history, const Hints& hints, bool quiet, int least = 0)
      : state_(state), history_(history), hints_(hints), quiet_(quiet), least_(least) {}

  // The next move; 0 when there is none.
  Move next() {
    for (;;) {
      switch (stage_) {
        case Stage::table:
          stage_ = Stage::list_captures;
          if (hints_.table != 0) return hints_.table;
          break;
        case Stage::list_captures:
          list_captures();
          stage_ = Stage::captures;
          break;
        case Stage::captures:
          while (at_ < end_) {
            const Move move = best();
            if (move == hints_.table) continue;
            if (!T::wins_exchange(state_, move, least_)) {
              bad_[bads_++] = move;
              continue;
            }
            return move;
          }
          stage_ = quiet_ ? Stage::killers : Stage::bad_captures;
          break;
        case Stage::killers:
          while (killer_ < hints_.killers.size()) {
            const Move move = hints_.killers[killer_++];
            if (move != 0 && move != hints_.table && !T::is_capture(state_, move) && T::is_allowed(state_, move))
              return move;
          }
          stage_ = Stage::list_quiet;
          break;
        case Stage::list_quiet:
          if (!skip_quiet_) list_quiet();
          stage_ = Stage::quiet;
          break;
        case Stage::quiet:
          while (!skip_quiet_ && at_ < end_) {
            const Move move = best();
            if (move != hints_.table && move != hints_.killers[0] && move != hints_.killers[1]) return move;
          }
          stage_ = Stage::bad_captures;
          break;
        case Stage::bad_captures:
          if (bad_at_ < bads_) return bad_[bad_at_++];
          return 0;
      }
    }
  }

  // Leaves out the quiet moves that are left.
  void skip_quiet() { skip_quiet_ = true; }
  bool at_bad_captures() const { return stage_ == Stage::bad_captures; }

 private:
  enum class Stage : std::uint8_t { table, list_captures, captures, killers, list_quiet, quiet, bad_captures };
  struct Ranked {
    Move move;
    int rank;
  };

  void list_captures() {
    const auto* end = T::captures(state_, moves_.data());
    at_ = 0;
    end_ = 0;
    for (const auto* move = moves_.data(); move != end; ++move) {
      int rank = 16 * T::gain(state_, *move);
      if (hints_.by_capture_history) rank += history_.capture(T::slot(state_, *move), T::taken(state_, *move)).value;
      ranked_[end_++] = {*move, rank};
    }
  }

  void list_quiet() {
    const auto* end = T::quiet(state_, moves_.data());
    at_ = 0;
    end_ = 0;
    const int side = T::side(state_);
    for (const auto* move = moves_.data(); move != end; ++move) {
      int rank = hints_.by_history ? 2 * history_.quiet(side, T::route(state_, *move)).value : 0;
      const auto slot = static_cast<std::size_t>(T::slot(state_, *move));
      for (const auto* after : hints_.after)
        if (after != nullptr) rank += (*after)[slot].value;
      ranked_[end_++] = {*move, rank};
    }
  }

  // The best of those left, taken out.
  Move best() {
    std::size_t found = at_;
    for (std::size_t i = at_ + 1; i < end_; ++i)
      if (ranked_[i].rank > ranked_[found].rank) found = i;
    std::swap(ranked_[at_], ranked_[found]);
    return ranked_[at_++].move;
  }

  const State& state_;
  History& history_;
  const Hints& hints_;
  bool quiet_, skip_quiet_ = false;
  int least_;
  Stage stage_ = Stage::table;
  std::size_t at_ = 0, end_ = 0, bads_ = 0, bad_at_ = 0, killer_ = 0;
  std::array<Move, T::kMostMoves> moves_;
  std::array<Ranked, T::kMostMoves> ranked_;
  std::array<Move, T::kMostMoves> bad_;
};

}  // namespace kibitz
