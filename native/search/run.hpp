// Runs a search request: chooses the algorithm and shares one transposition table among threads.
#pragma once

#include <functional>
#include <memory>

#include "search/alphabeta.hpp"
#include "search/minimax.hpp"

namespace kibitz {

// Tables that the searchers of all threads share, and the recorded tree, if there is one.
struct SharedTables {
  TranspositionTable* table = nullptr;
  AbdadaTable* abdada = nullptr;
  bool is_main = true;
  TreeTrace* trace = nullptr;
};

// Makes a searcher of some game; called once for each thread.
template <class Score>
using MakeSearcher = std::function<std::unique_ptr<Searcher<Score>>(const SearchRequest& request, Control& control,
                                                                    const SharedTables&)>;

// The part of a search that does not depend on the game. `shares`: whether threads may search it at the same time.
template <class Score>
SearchReport search_by(const MakeSearcher<Score>& make, const RootMoves& root, const SearchRequest& request,
                       Control& control, bool shares, TreeTrace* trace);
extern template SearchReport search_by(const MakeSearcher<std::int32_t>&, const RootMoves&, const SearchRequest&,
                                       Control&, bool, TreeTrace*);
extern template SearchReport search_by(const MakeSearcher<double>&, const RootMoves&, const SearchRequest&, Control&,
                                       bool, TreeTrace*);

// Returns the root position of a search; throws if it can't be searched.
template <Game G>
RootMoves root_moves(const G& game, const typename G::State& root) {
  if (game.result(root) != Result::ongoing) throw RulesError("the game is over; there is nothing to search");
  if (game.turn(root) == Side::chance) throw RulesError("the dice decide here; roll them before searching");
  RootMoves out;
  out.mover = game.mover(root);
  if constexpr (requires { game.span(); }) out.span = game.span();
  MoveList moves;
  game.moves(root, moves);
  for (const Move move : moves) {
    if constexpr (HasMovePriority<G>)
      out.choices.push_back({move, game.move_priority(root, move)});
    else
      out.choices.push_back({move, 0});
  }
  return out;
}

// With a trace, records the tree that the search visits at its last depth; only `Traced` searches can.
template <bool Traced, Game G>
SearchReport run_search(const G& game, const typename G::State& root, const SearchRequest& request, Control& control,
                        TreeTrace* trace = nullptr, const PositionHistory* history = nullptr) {
  using Score = ScoreOf<G>;
  const MakeSearcher<Score> make = [&](const SearchRequest& asked, Control& watched,
                                       const SharedTables& share) -> std::unique_ptr<Searcher<Score>> {
    if (asked.algorithm == "minimax") {
      auto walk = std::make_unique<Minimax<G, Traced>>(game, root, watched, share.trace);
      walk->set_tablebase(asked.known);
      walk->set_repetition(asked.repetition, history);
      walk->set_weak(asked.weak);
      return walk;
    }
    auto walk =
        std::make_unique<AlphaBeta<G, Traced>>(game, root, watched, asked.switches, asked.algorithm == "negascout",
                                               share.table, share.abdada, share.is_main, share.trace);
    walk->set_tablebase(asked.known);
    walk->set_repetition(asked.repetition, history);
    walk->set_weak(asked.weak);
    return walk;
  };
  bool shares = trace == nullptr;
  if constexpr (requires { game.span(); })
    if (trace != nullptr) trace->set_span(game.span());
  if constexpr (requires { game.is_slow(); }) shares = shares && !game.is_slow();
  return search_by(make, root_moves(game, root), request, control, shares, trace);
}

}  // namespace kibitz
