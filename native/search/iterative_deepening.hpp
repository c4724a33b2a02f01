// The root of a search: its moves, deepening, windows, ties and the report.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/control.hpp"
#include "base/random.hpp"
#include "base/stable_sort.hpp"
#include "search/report.hpp"
#include "search/searcher.hpp"

namespace kibitz {

template <class Score>
class Root {
 public:
  using Scores = Scoring<Score>;

  Root(const RootMoves& root, const SearchRequest& request, Walker<Score>& walk)
      : request_(request), walk_(walk), mover_(root.mover), span_(root.span) {
    if (root.choices.empty()) throw RulesError("a position that has not ended has no moves");
    auto choices = root.choices;
    Random(request.seed).shuffle(choices);
    for (const auto& [move, promise] : choices) moves_.push_back({move, static_cast<int>(moves_.size()), promise});
    // Which equal move is chosen depends on their ranks, not on this order.
    if (request.switches.history) sort_stably(std::span(moves_), more_promising);
    // An answer exists from the start, should the very first depth be stopped.
    report_.moves = {MoveReport{moves_.front().move, {}, {moves_.front().move}}};
  }

  // Searches until the depth is reached, all is known, or the walk is stopped.
  SearchReport run(Control& control) {
    // The last depth is the one asked for, so the first may be a little deeper than wished.
    const int step = request_.switches.step;
    const int first = request_.deepen ? std::min(request_.switches.first, request_.depth) : request_.depth;
    try {
      for (int depth = first + (request_.depth - first) % step; depth <= request_.depth; depth += step) {
        search(depth);
        report_.depths.push_back({depth, report_.value, report_.moves.front().line, walk_.counts(), control.seconds()});
        if (everything_known()) break;
      }
    } catch (const Stopped&) {
      report_.stopped = true;
    }
    report_.counts = walk_.counts();
    report_.seconds = control.seconds();
    return std::move(report_);
  }

 private:
  struct RootMove {
    Move move;
    int rank;  // among equal moves the one of lowest rank is chosen, and ranks are drawn by chance
    std::uint32_t promise;
    Score score = 0;
    bool complete = false;
    std::vector<Move> line = {};
  };

  static constexpr Score open() { return -Scores::worst(); }

  // One depth. With aspiration the window begins close around an earlier
  // value and is widened until the value is inside.
  void search(int depth) {
    if (walk_.trace() != nullptr) walk_.trace()->clear();
    walk_.begin(depth);
    if (request_.weak) return ask_who_wins(depth);
    Score alpha = -open(), beta = open();
    // Who moves last sways estimates, so the value two plies ago is the nearer guess.
    const auto& guess = values_[static_cast<std::size_t>(depth % 2)];
    const bool aspires = request_.switches.aspiration && !request_.every_move && guess && Scores::is_estimate(*guess);
    Score width = first_width();
    if (aspires) {
      alpha = *guess - width;
      beta = *guess + width;
    }
    const auto horizons_before = walk_.horizons();
    Score value;
    for (;;) {
      value = search(depth, alpha, beta);
      if (value > alpha && value < beta) break;
      walk_.count_research();
      width *= 4;
      const bool give_up = width > widest();
      if (value <= alpha)
        alpha = give_up ? -open() : std::max(-open(), value - width);
      else
        beta = give_up ? open() : std::min(open(), value + width);
    }
    values_[static_cast<std::size_t>(depth % 2)] = value;
    finish(depth, value, walk_.horizons() == horizons_before);
  }

  // Whether the mover wins; if it does not, whether it loses.
  void ask_who_wins(int depth) {
    const auto before = walk_.horizons();
    const Score wins = search(depth, 0, Scores::least());
    if (wins > 0) return finish(depth, Scores::finished(1, 0), true);
    const bool never = walk_.horizons() == before;  // no line was cut short, so it can't win
    const auto between = walk_.horizons();
    const Score loses = search(depth, -Scores::least(), 0);
    if (loses < 0) return finish(depth, Scores::finished(-1, 0), true);
    finish(depth, 0, never && walk_.horizons() == between);
  }

  // All moves within a window; the best goes to the front.
  Score search(int depth, Score alpha, Score beta) {
    if (walk_.trace() != nullptr) walk_.trace()->enter(mover_, depth, 0, alpha, beta);
    std::optional<std::size_t> best;
    Score value = alpha;
    std::size_t looked_at = 0;
    for (std::size_t i = 0; i < moves_.size() && value < beta; ++i, ++looked_at) {
      auto& move = moves_[i];
      // What a move must exceed: the best so far, or equal it if its rank is lower.
      Score floor = alpha;
      if (request_.every_move)
        floor = -open();
      else if (best)
        floor =
            move.rank < moves_[*best].rank ? value - std::max(Scores::tie(), Scores::least()) : value + Scores::tie();
      const auto horizons_before = walk_.horizons();
      const Score score =
          walk_.try_move(mover_, move.move, depth, floor, request_.every_move ? open() : beta, best && walk_.doubts(i));
      if (score <= floor) continue;
      move.score = score;
      move.complete = walk_.horizons() == horizons_before;
      move.line.assign(1, move.move);
      const auto& below = walk_.line(1);
      move.line.insert(move.line.end(), below.begin(), below.end());
      if (!best || !request_.every_move || better(move, moves_[*best])) best = i;
      value = std::max(value, score);
    }
    if (walk_.trace() != nullptr) {
      walk_.trace()->current().skipped = static_cast<std::uint32_t>(moves_.size() - looked_at);
      walk_.trace()->leave(value, 0, value <= alpha, value >= beta);
    }
    if (best) {
      const auto found = moves_.begin() + static_cast<std::ptrdiff_t>(*best);
      std::rotate(moves_.begin(), found, found + 1);
    }
    return value;
  }

  void finish(int depth, Score value, bool complete) {
    const std::size_t wanted = request_.every_move ? moves_.size() : 1;
    if (request_.every_move) sort_stably(std::span(moves_), better);
    report_.moves.clear();
    for (std::size_t i = 0; i < wanted; ++i) {
      auto& move = moves_[i];
      walk_.extend(move.line, depth);
      report_.moves.push_back({move.move, Scores::value(move.score, move.complete, span_), move.line});
    }
    // A proven win needs no more; anything less is only as certain as the moves
    // that were found no better.
    report_.value = Scores::value(value, complete, span_);
    report_.depth = depth;
  }

  // All that was asked is proven: deeper can't change it.
  bool everything_known() const {
    const auto exact = [](const MoveReport& move) { return move.value.exact; };
    return report_.value.exact && std::all_of(report_.moves.begin(), report_.moves.end(), exact);
  }

  static bool more_promising(const RootMove& a, const RootMove& b) { return a.promise > b.promise; }
  static bool better(const RootMove& a, const RootMove& b) {
    if (a.score > b.score + Scores::tie()) return true;
    if (b.score > a.score + Scores::tie()) return false;
    return a.rank < b.rank;
  }

  static constexpr Score first_width() {
    if constexpr (std::is_same_v<Score, double>)
      return 0.05;
    else
      return static_cast<Score>(16 * kPointScale);
  }
  static constexpr Score widest() { return 100 * first_width(); }

  const SearchRequest& request_;
  Walker<Score>& walk_;
  Side mover_;
  double span_;
  std::vector<RootMove> moves_;                 // in the order they are searched
  std::array<std::optional<Score>, 2> values_;  // of the last even and odd depths searched
  SearchReport report_;
};

}  // namespace kibitz
