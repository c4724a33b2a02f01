// Iterative deepening at the root: move order, aspiration windows, ties and the report.
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
class IterativeDeepening {
 public:
  using Scores = Scoring<Score>;

  IterativeDeepening(const RootMoves& root, const SearchRequest& request, Searcher<Score>& walk)
      : request_(request), searcher_(walk), mover_(root.mover), span_(root.span) {
    if (root.choices.empty()) throw RulesError("a position that has not ended has no moves");
    auto choices = root.choices;
    Random(request.seed).shuffle(choices);
    for (const auto& [move, priority] : choices) moves_.push_back({move, static_cast<int>(moves_.size()), priority});
    // Ranks, not this order, decide between equal moves.
    if (request.switches.history) sort_stably(std::span(moves_), by_priority);
    // There is an answer even if the first iteration is stopped.
    report_.moves = {MoveReport{moves_.front().move, {}, {moves_.front().move}}};
  }

  // Searches until the depth is reached, the position is solved, or the search is stopped.
  SearchReport run(Control& control) {
    // The last iteration has the requested depth, so the first may be a little deeper.
    const int step = request_.switches.step;
    const int first = request_.deepen ? std::min(request_.switches.first, request_.depth) : request_.depth;
    try {
      for (int depth = first + (request_.depth - first) % step; depth <= request_.depth; depth += step) {
        search(depth);
        report_.depths.push_back(
            {depth, report_.value, report_.moves.front().line, searcher_.counts(), control.seconds()});
        if (is_solved()) break;
      }
    } catch (const Stopped&) {
      report_.stopped = true;
    }
    report_.counts = searcher_.counts();
    report_.seconds = control.seconds();
    return std::move(report_);
  }

 private:
  struct RootMove {
    Move move;
    int rank;  // random; among equal moves, the lowest rank is chosen
    std::uint32_t priority;
    Score score = 0;
    bool exhaustive = false;
    std::vector<Move> line = {};
  };

  static constexpr Score open() { return -Scores::worst(); }

  // One iteration. An aspiration window starts around an earlier value and widens until the value is inside.
  void search(int depth) {
    if (searcher_.trace() != nullptr) searcher_.trace()->clear();
    searcher_.begin(depth);
    if (request_.weak) return search_weakly(depth);
    Score alpha = -open(), beta = open();
    // Estimates oscillate with the parity of the depth, so take the value two plies ago.
    const auto& guess = values_[static_cast<std::size_t>(depth % 2)];
    const bool aspires = request_.switches.aspiration && !request_.every_move && guess && Scores::is_estimate(*guess);
    Score width = first_width();
    if (aspires) {
      alpha = *guess - width;
      beta = *guess + width;
    }
    const auto leaves_before = searcher_.horizon_leaves();
    Score value;
    for (;;) {
      value = search(depth, alpha, beta);
      if (value > alpha && value < beta) break;
      searcher_.count_research();
      width *= 4;
      const bool give_up = width > widest();
      if (value <= alpha)
        alpha = give_up ? -open() : std::max(-open(), value - width);
      else
        beta = give_up ? open() : std::min(open(), value + width);
    }
    values_[static_cast<std::size_t>(depth % 2)] = value;
    finish(depth, value, searcher_.horizon_leaves() == leaves_before);
  }

  // Null windows decide whether the mover wins and, if not, whether it loses.
  void search_weakly(int depth) {
    const auto before = searcher_.horizon_leaves();
    const Score wins = search(depth, 0, Scores::least());
    if (wins > 0) return finish(depth, Scores::finished(1, 0), true);
    const bool never = searcher_.horizon_leaves() == before;  // the search was exhaustive, so the mover can't win
    const auto between = searcher_.horizon_leaves();
    const Score loses = search(depth, -Scores::least(), 0);
    if (loses < 0) return finish(depth, Scores::finished(-1, 0), true);
    finish(depth, 0, never && searcher_.horizon_leaves() == between);
  }

  // Searches all root moves within a window and moves the best to the front.
  Score search(int depth, Score alpha, Score beta) {
    if (searcher_.trace() != nullptr) searcher_.trace()->enter(mover_, depth, 0, alpha, beta);
    std::optional<std::size_t> best;
    Score value = alpha;
    std::size_t searched = 0;
    for (std::size_t i = 0; i < moves_.size() && value < beta; ++i, ++searched) {
      auto& move = moves_[i];
      // A move must exceed the best value so far, or equal it with a lower rank.
      Score floor = alpha;
      if (request_.every_move)
        floor = -open();
      else if (best)
        floor =
            move.rank < moves_[*best].rank ? value - std::max(Scores::tie(), Scores::least()) : value + Scores::tie();
      const auto leaves_before = searcher_.horizon_leaves();
      const Score score = searcher_.try_move(mover_, move.move, depth, floor, request_.every_move ? open() : beta,
                                             best && searcher_.tries_null_window(i));
      if (score <= floor) continue;
      move.score = score;
      move.exhaustive = searcher_.horizon_leaves() == leaves_before;
      move.line.assign(1, move.move);
      const auto& below = searcher_.line(1);
      move.line.insert(move.line.end(), below.begin(), below.end());
      if (!best || !request_.every_move || better(move, moves_[*best])) best = i;
      value = std::max(value, score);
    }
    if (searcher_.trace() != nullptr) {
      searcher_.trace()->current().skipped = static_cast<std::uint32_t>(moves_.size() - searched);
      searcher_.trace()->leave(value, 0, value <= alpha, value >= beta);
    }
    if (best) {
      const auto found = moves_.begin() + static_cast<std::ptrdiff_t>(*best);
      std::rotate(moves_.begin(), found, found + 1);
    }
    return value;
  }

  void finish(int depth, Score value, bool exhaustive) {
    const std::size_t wanted = request_.every_move ? moves_.size() : 1;
    if (request_.every_move) sort_stably(std::span(moves_), better);
    report_.moves.clear();
    for (std::size_t i = 0; i < wanted; ++i) {
      auto& move = moves_[i];
      searcher_.extend_pv(move.line, depth);
      report_.moves.push_back({move.move, Scores::value(move.score, move.exhaustive, span_), move.line});
    }
    // A proved win needs no other move; any other value also depends on the moves that failed low.
    report_.value = Scores::value(value, exhaustive, span_);
    report_.depth = depth;
  }

  // All requested values are exact, so a deeper search can't change them.
  bool is_solved() const {
    const auto exact = [](const MoveReport& move) { return move.value.exact; };
    return report_.value.exact && std::all_of(report_.moves.begin(), report_.moves.end(), exact);
  }

  static bool by_priority(const RootMove& a, const RootMove& b) { return a.priority > b.priority; }
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
  Searcher<Score>& searcher_;
  Side mover_;
  double span_;
  std::vector<RootMove> moves_;                 // in the order they are searched
  std::array<std::optional<Score>, 2> values_;  // of the last even and odd depths searched
  SearchReport report_;
};

}  // namespace kibitz
