// Counting of games (perft) and positions, and random playouts.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/random.hpp"

namespace kibitz {

// Limits the depth of the recursion.
inline constexpr int kMaxPlies = 2000;

// Perft: the number of lines of exactly `depth` plies (moves and rolls). Lines that
// end earlier are not counted.
template <Game G>
std::uint64_t perft(const G& game, typename G::State& state, int depth, MoveList& move_stack, Control& control) {
  if (depth == 0) return 1;
  poll_for(game, control);
  if constexpr (HasBulkCount<G>) {
    if (depth == 1) return game.count_moves(state);
  } else {
    if (game.result(state) != Result::ongoing) return 0;
  }
  const auto begin = move_stack.size();
  game.moves(state, move_stack);
  const auto end = move_stack.size();
  std::uint64_t total = 0;
  if (depth == 1) {
    total = end - begin;
  } else {
    for (auto i = begin; i < end; ++i) {
      const Move move = move_stack[i];
      const auto undo = game.play(state, move);
      total += perft(game, state, depth - 1, move_stack, control);
      game.undo(state, move, undo);
    }
  }
  move_stack.truncate(begin);
  return total;
}

// The number of complete games from a position at `ply`.
template <Game G>
std::uint64_t count_games(const G& game, typename G::State& state, MoveList& move_stack, Control& control,
                          int ply = 0) {
  if (ply > kMaxPlies) throw RulesError("the game is too long to be counted, or infinite");
  poll_for(game, control);
  if (game.result(state) != Result::ongoing) return 1;
  const auto begin = move_stack.size();
  game.moves(state, move_stack);
  const auto end = move_stack.size();
  std::uint64_t total = 0;
  for (auto i = begin; i < end; ++i) {
    const Move move = move_stack[i];
    const auto undo = game.play(state, move);
    total += count_games(game, state, move_stack, control, ply + 1);
    game.undo(state, move, undo);
  }
  move_stack.truncate(begin);
  return total;
}

// The number of distinct positions by the smallest number of plies that reaches
// them, up to `most_plies`; of symmetry classes with `up_to_symmetry`.
template <Game G>
std::vector<std::uint64_t> count_positions(const G& game, const typename G::State& from, int most_plies,
                                           bool up_to_symmetry, Control& control) {
  using State = typename G::State;
  struct Hash {
    const G* game;
    std::size_t operator()(const State& s) const { return static_cast<std::size_t>(game->key(s)); }
  };
  std::unordered_set<State, Hash> seen(16, Hash{&game});
  const auto representative = [&](const State& s) { return up_to_symmetry ? canonical(game, s) : s; };
  std::vector<const State*> level{&*seen.insert(representative(from)).first};
  std::vector<std::uint64_t> counts;
  MoveList moves;
  for (int ply = 0; !level.empty() && ply <= most_plies; ++ply) {
    counts.push_back(level.size());
    std::vector<const State*> next;
    if (ply == most_plies) break;
    for (const State* reached : level) {
      poll_for(game, control);
      if (game.result(*reached) != Result::ongoing) continue;
      State state = *reached;
      moves.clear();
      game.moves(state, moves);
      for (const Move move : moves) {
        const auto undo = game.play(state, move);
        if (const auto [entry, is_new] = seen.insert(representative(state)); is_new) next.push_back(&*entry);
        game.undo(state, move, undo);
      }
    }
    level = std::move(next);
  }
  return counts;
}

struct PlayoutCounts {
  std::array<std::uint64_t, 3> results{};  // first wins, second wins, draws
  std::uint64_t plies = 0;
};

// Random playouts; dice follow their probabilities.
template <Game G>
PlayoutCounts play_out(const G& game, const typename G::State& from, std::uint64_t games, std::uint64_t seed,
                       Control& control) {
  PlayoutCounts counts;
  Random random(seed);
  MoveList moves;
  ChanceList chances;
  for (std::uint64_t played = 0; played < games; ++played) {
    typename G::State state = from;
    Result result = game.result(state);
    for (; result == Result::ongoing; result = game.result(state)) {
      poll_for(game, control);
      moves.clear();
      game.moves(state, moves);
      if (moves.empty()) throw RulesError("an unfinished position has no moves");
      Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if constexpr (ChanceGame<G>) {
        if (game.turn(state) == Side::chance) {
          chances.clear();
          game.chances(state, chances);
          double left = random.unit();
          for (const auto& chance : chances) {
            move = chance.move;
            left -= chance.probability;
            if (left < 0) break;
          }
        }
      }
      if constexpr (requires { game.advance(state, move); })
        game.advance(state, move);
      else
        game.play(state, move);
      ++counts.plies;
    }
    ++counts.results[static_cast<std::size_t>(result) - 1];
  }
  return counts;
}

}  // namespace kibitz
