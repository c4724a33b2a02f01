// Runs a search as asked: chooses the algorithm, and shares a table among
// threads where there are several.
#pragma once

#include <functional>
#include <memory>

#include "search/alphabeta.hpp"
#include "search/minimax.hpp"

namespace kibitz {

// What a walk shares with others, if there are any, and what it leaves for people.
struct WalkShare {
  TranspositionTable* table = nullptr;
  AbdadaTable* busy = nullptr;
  bool leads = true;
  TreeTrace* trace = nullptr;
};

// How a walk over some game is made, one for each thread.
template <class Score>
using MakeWalk =
    std::function<std::unique_ptr<Walker<Score>>(const SearchRequest& request, Control& control, const WalkShare&)>;

// All of a search that does not depend on the game. `shares` says whether threads
// may walk over it at the same time.
template <class Score>
SearchReport search_by(const MakeWalk<Score>& make, const RootMoves& root, const SearchRequest& request,
                       Control& control, bool shares, TreeTrace* trace);
extern template SearchReport search_by(const MakeWalk<std::int32_t>&, const RootMoves&, const SearchRequest&, Control&,
                                       bool, TreeTrace*);
extern template SearchReport search_by(const MakeWalk<double>&, const RootMoves&, const SearchRequest&, Control&, bool,
                                       TreeTrace*);

// A position that can be searched: whose turn it is and what is allowed.
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

// With a trace, the tree that the search visits at its last depth is left there;
// only `Traced` searches can do that.
template <bool Traced, Game G>
SearchReport run_search(const G& game, const typename G::State& root, const SearchRequest& request, Control& control,
                        TreeTrace* trace = nullptr, const PositionHistory* history = nullptr) {
  using Score = ScoreOf<G>;
  const MakeWalk<Score> make = [&](const SearchRequest& asked, Control& watched,
                                   const WalkShare& share) -> std::unique_ptr<Walker<Score>> {
    if (asked.algorithm == "minimax") {
      auto walk = std::make_unique<Minimax<G, Traced>>(game, root, watched, share.trace);
      walk->set_tablebase(asked.known);
      walk->heed(asked.repetition, history);
      walk->set_weak(asked.weak);
      return walk;
    }
    auto walk =
        std::make_unique<AlphaBeta<G, Traced>>(game, root, watched, asked.switches, asked.algorithm == "negascout",
                                               share.table, share.busy, share.leads, share.trace);
    walk->set_tablebase(asked.known);
    walk->heed(asked.repetition, history);
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
