// The staged move picker: table move, good captures, killers, quiet moves, bad
// captures. Each stage is generated only when it is reached.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "search/selective/history.hpp"

namespace kibitz::selective {

template <Tactics T>
class MovePicker {
 public:
  using State = typename T::State;
  using ContinuationHistory = typename History<T>::ContinuationHistory;

  // The moves before may be none.
  struct Ordering {
    Move tt_move = 0;
    std::array<Move, 2> killers{};
    std::array<ContinuationHistory*, 3> continuations{};  // after the moves 1, 2 and 4 plies before
    bool by_history = true, by_capture_history = true;
  };

  // Without `quiets` it gives captures only. Captures below the SEE threshold come last.
  MovePicker(const State& state, History<T>& history, const Ordering& ordering, bool quiets, int see_threshold = 0)
      : state_(state), history_(history), ordering_(ordering), quiets_(quiets), see_threshold_(see_threshold) {}

  // The next move; 0 when there is none.
  Move next() {
    for (;;) {
      switch (stage_) {
        case Stage::tt_move:
          stage_ = Stage::generate_captures;
          if (ordering_.tt_move != 0) return ordering_.tt_move;
          break;
        case Stage::generate_captures:
          generate_captures();
          stage_ = Stage::good_captures;
          break;
        case Stage::good_captures:
          while (next_ < end_) {
            const Move move = take_best();
            if (move == ordering_.tt_move) continue;
            if (!T::see_ge(state_, move, see_threshold_)) {
              bad_captures_[bad_count_++] = move;
              continue;
            }
            return move;
          }
          stage_ = quiets_ ? Stage::killers : Stage::bad_captures;
          break;
        case Stage::killers:
          while (killer_ < ordering_.killers.size()) {
            const Move move = ordering_.killers[killer_++];
            if (move != 0 && move != ordering_.tt_move && !T::is_capture(state_, move) && T::is_legal(state_, move))
              return move;
          }
          stage_ = Stage::generate_quiets;
          break;
        case Stage::generate_quiets:
          if (!skip_quiets_) generate_quiets();
          stage_ = Stage::quiets;
          break;
        case Stage::quiets:
          while (!skip_quiets_ && next_ < end_) {
            const Move move = take_best();
            if (move != ordering_.tt_move && move != ordering_.killers[0] && move != ordering_.killers[1]) return move;
          }
          stage_ = Stage::bad_captures;
          break;
        case Stage::bad_captures:
          if (next_bad_ < bad_count_) return bad_captures_[next_bad_++];
          return 0;
      }
    }
  }

  // Leaves out the quiet moves that remain.
  void skip_quiets() { skip_quiets_ = true; }
  bool at_bad_captures() const { return stage_ == Stage::bad_captures; }

 private:
  enum class Stage : std::uint8_t {
    tt_move,
    generate_captures,
    good_captures,
    killers,
    generate_quiets,
    quiets,
    bad_captures
  };
  struct ScoredMove {
    Move move;
    int score;
  };

  // Most valuable victim first, and capture history.
  void generate_captures() {
    const auto* end = T::generate_captures(state_, moves_.data());
    next_ = 0;
    end_ = 0;
    for (const auto* move = moves_.data(); move != end; ++move) {
      int score = 16 * T::captured_value(state_, *move);
      if (ordering_.by_capture_history)
        score += history_.capture(T::piece_to(state_, *move), T::captured_kind(state_, *move)).value;
      scored_[end_++] = {*move, score};
    }
  }

  void generate_quiets() {
    const auto* end = T::generate_quiets(state_, moves_.data());
    next_ = 0;
    end_ = 0;
    const int side = T::side_to_move(state_);
    for (const auto* move = moves_.data(); move != end; ++move) {
      int score = ordering_.by_history ? 2 * history_.quiet(side, T::from_to(state_, *move)).value : 0;
      const auto piece_to = static_cast<std::size_t>(T::piece_to(state_, *move));
      for (const auto* continuation : ordering_.continuations)
        if (continuation != nullptr) score += (*continuation)[piece_to].value;
      scored_[end_++] = {*move, score};
    }
  }

  // One step of a selection sort.
  Move take_best() {
    std::size_t best = next_;
    for (std::size_t i = next_ + 1; i < end_; ++i)
      if (scored_[i].score > scored_[best].score) best = i;
    std::swap(scored_[next_], scored_[best]);
    return scored_[next_++].move;
  }

  const State& state_;
  History<T>& history_;
  const Ordering& ordering_;
  bool quiets_, skip_quiets_ = false;
  int see_threshold_;
  Stage stage_ = Stage::tt_move;
  std::size_t next_ = 0, end_ = 0, bad_count_ = 0, next_bad_ = 0, killer_ = 0;
  std::array<Move, T::kMaxMoves> moves_;
  std::array<ScoredMove, T::kMaxMoves> scored_;
  std::array<Move, T::kMaxMoves> bad_captures_;
};

}  // namespace kibitz::selective
