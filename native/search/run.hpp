// Runs a search as asked: the root, deepening, limits, and the report.
#pragma once

#include <algorithm>

#include "base/random.hpp"
#include "search/alphabeta.hpp"
#include "search/minimax.hpp"
#include "search/report.hpp"

namespace kibitz {

// One depth, from the root: the moves in the given order, then sorted. Equal
// moves stay in the order given, and a later one must beat the best so far, so
// a shuffled order picks among equals with equal chances.
template <Game G, class Walk>
void search_root(Walk& walk, Side mover, const MoveList& order, int depth, bool every_move, SearchReport& out) {
  using S = Scoring<G>;
  using Score = typename Walk::Score;
  struct Scored {
    MoveReport report;
    Score score;
  };
  constexpr Score worst = -S::best() - 1;
  std::vector<Scored> scored;
  Score best = worst;
  bool met_horizon = false;
  for (const Move move : order) {
    walk.forget_horizon();
    const auto played = walk.played(move);
    const Score score = walk.visit(mover, depth - 1, 1, every_move ? worst : best, S::best() + 1);
    met_horizon |= walk.met_horizon();
    // Cut off, so it is only known to be no better than the best.
    if (!every_move && score <= best) continue;
    best = std::max(best, score);
    MoveReport report{move, S::value(score, !walk.met_horizon()), {move}};
    const auto& line = walk.line(1);
    report.line.insert(report.line.end(), line.begin(), line.end());
    scored.push_back({std::move(report), score});
  }
  std::stable_sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
  out.moves.clear();
  for (auto& item : scored) out.moves.push_back(std::move(item.report));
  if (!every_move) out.moves.resize(1);
  // A proven win needs no more; anything less is only as certain as the moves
  // that were found no better.
  out.value = S::value(best, !met_horizon);
  out.depth = depth;
}

template <Game G, class Walk>
SearchReport run_with(const G& game, const typename G::State& root, const SearchRequest& request, Control& control) {
  SearchReport report;
  MoveList order;
  game.moves(root, order);
  Random(request.seed).shuffle(order);
  // An answer exists from the start, should the very first depth be stopped.
  report.moves = {MoveReport{order.front(), {}, {order.front()}}};
  control.begin();
  Walk walk(game, root, control);
  try {
    for (int depth = request.deepen ? 1 : request.depth; depth <= request.depth; ++depth) {
      search_root<G>(walk, game.mover(root), order, depth, request.every_move, report);
      // All that was asked is proven: deeper can't change it.
      const auto exact = [](const MoveReport& move) { return move.value.exact; };
      if (report.value.exact && std::all_of(report.moves.begin(), report.moves.end(), exact)) break;
      // Best first next time: it cuts most.
      const auto found = std::find(order.begin(), order.end(), report.moves.front().move);
      std::rotate(order.begin(), found, found + 1);
    }
  } catch (const Stopped&) {
    report.stopped = true;
  }
  report.nodes = control.steps();
  report.seconds = control.seconds();
  return report;
}

template <Game G>
SearchReport run_search(const G& game, const typename G::State& root, const SearchRequest& request, Control& control) {
  if (game.result(root) != Result::ongoing) throw RulesError("the game is over; there is nothing to search");
  if (game.turn(root) == Side::chance) throw RulesError("the dice decide here; roll them before searching");
  if (request.depth < 1) throw RulesError("the depth must be at least 1");
  if (request.algorithm == "minimax") return run_with<G, Minimax<G>>(game, root, request, control);
  if (request.algorithm == "alphabeta") return run_with<G, AlphaBeta<G>>(game, root, request, control);
  throw RulesError("no search is called '" + request.algorithm + "'");
}

}  // namespace kibitz
