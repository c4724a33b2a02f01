// Solves any game small enough to be held in memory: lists every position that
// can be reached, then works backwards from the ends (retrograde analysis).
// Positions may repeat in such a game; a game that never ends is a draw.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/value.hpp"

namespace kibitz {

// One solved position: its key, and what it is worth to its mover.
struct Solved {
  std::uint64_t key;
  Value value;
};

template <Game G>
class GraphSolver {
 public:
  using State = typename G::State;

  GraphSolver(const G& game, Control& control, std::uint64_t most_positions)
      : game_(game), control_(control), most_(most_positions), ids_(16, Hash{&game}) {}

  // Every reachable position, up to symmetry, in the order of their keys.
  std::vector<Solved> solve() {
    control_.begin();
    explore();
    if constexpr (ChanceGame<G>)
      average();
    else
      retrograde();
    return collect();
  }

 private:
  using Id = std::uint32_t;

  struct Hash {
    const G* game;
    std::size_t operator()(const State& s) const { return static_cast<std::size_t>(game->key(s)); }
  };

  void poll() { poll_for(game_, control_); }

  Id id_of(const State& state) {
    auto standing = canonical(game_, state);
    const auto [entry, is_new] = ids_.try_emplace(std::move(standing), static_cast<Id>(states_.size()));
    if (is_new) {
      if (states_.size() >= most_)
        throw RulesError("this game has more than " + std::to_string(most_) + " positions, too many to solve whole");
      states_.push_back(&entry->first);
    }
    return entry->second;
  }

  // 1. Lists positions breadth first, with the children of each.
  void explore() {
    id_of(game_.start());
    MoveList moves;
    ChanceList chances;
    for (Id id = 0; id < states_.size(); ++id) {
      poll();
      first_child_.push_back(children_.size());
      State state = *states_[id];
      if (game_.result(state) != Result::ongoing) continue;
      const auto add = [&](Move move, double probability) {
        const auto undo = game_.play(state, move);
        children_.push_back(id_of(state));
        probabilities_.push_back(probability);
        game_.undo(state, move, undo);
      };
      if constexpr (ChanceGame<G>) {
        if (game_.turn(state) == Side::chance) {
          chances.clear();
          game_.chances(state, chances);
          for (const auto& chance : chances) add(chance.move, chance.probability);
          continue;
        }
      }
      moves.clear();
      game_.moves(state, moves);
      if (moves.empty()) throw RulesError("a position that has not ended has no moves");
      for (const Move move : moves) add(move, 0);
    }
    first_child_.push_back(children_.size());
    values_.resize(states_.size());
  }

  std::size_t degree(Id id) const { return first_child_[id + 1] - first_child_[id]; }

  // The child's value as the parent's mover sees it.
  Value seen_from(Id parent, Id child) const {
    Value value = values_[child];
    if (game_.mover(*states_[parent]) == game_.mover(*states_[child])) return value;
    if (value.kind == Value::Kind::win)
      value.kind = Value::Kind::loss;
    else if (value.kind == Value::Kind::loss)
      value.kind = Value::Kind::win;
    else if (value.kind == Value::Kind::expect)
      value.number = 1 - value.number;
    return value;
  }

  // 2a. Without dice: from the ends backwards, a ply of remoteness at a time.
  //     A position is won as soon as one child is; lost when the last child is.
  void retrograde() {
    list_parents();
    control_.set_total(control_.steps() + parents_.size());
    std::vector<std::uint32_t> undecided(states_.size());
    std::vector<bool> decided(states_.size(), false);
    std::vector<Id> frontier, draws;
    for (Id id = 0; id < states_.size(); ++id) {
      undecided[id] = static_cast<std::uint32_t>(degree(id));
      const Result result = game_.result(*states_[id]);
      if (result == Result::ongoing) continue;
      const int outcome = outcome_for(result, game_.mover(*states_[id]));
      values_[id] = {outcome > 0 ? Value::Kind::win : outcome < 0 ? Value::Kind::loss : Value::Kind::draw, 0, true};
      decided[id] = true;
      (outcome == 0 ? draws : frontier).push_back(id);
    }
    for (double plies = 1; !frontier.empty(); ++plies) {
      std::vector<Id> next;
      for (const Id child : frontier)
        for_each_parent(child, [&](Id parent) {
          if (decided[parent]) return;
          --undecided[parent];
          const auto kind = seen_from(parent, child).kind;
          if (kind == Value::Kind::loss && undecided[parent] > 0) return;
          values_[parent] = {kind, plies, true};
          decided[parent] = true;
          next.push_back(parent);
        });
      frontier = std::move(next);
    }
    // What is left is drawn: by a drawn end, the nearest one, or by going on for ever.
    for (double plies = 1; !draws.empty(); ++plies) {
      std::vector<Id> next;
      for (const Id child : draws)
        for_each_parent(child, [&](Id parent) {
          if (decided[parent]) return;
          values_[parent] = {Value::Kind::draw, plies, true};
          decided[parent] = true;
          next.push_back(parent);
        });
      draws = std::move(next);
    }
    for (Id id = 0; id < states_.size(); ++id)
      if (!decided[id]) values_[id] = {Value::Kind::draw, -1, true};
  }

  void list_parents() {
    first_parent_.assign(states_.size() + 1, 0);
    for (const Id child : children_) ++first_parent_[child + 1];
    for (std::size_t i = 1; i < first_parent_.size(); ++i) first_parent_[i] += first_parent_[i - 1];
    parents_.resize(children_.size());
    auto next = first_parent_;
    for (Id id = 0; id < states_.size(); ++id)
      for (auto edge = first_child_[id]; edge < first_child_[id + 1]; ++edge) parents_[next[children_[edge]]++] = id;
  }

  template <class Visit>
  void for_each_parent(Id child, Visit visit) {
    for (auto edge = first_parent_[child]; edge < first_parent_[child + 1]; ++edge) {
      poll();
      visit(parents_[edge]);
    }
  }

  // 2b. With dice: sweeps over all positions, deepest first, until nothing
  //     changes. Where positions can't repeat this ends exactly; where they
  //     can, it ends when changes are below rounding.
  void average() {
    for (auto& value : values_) value = {Value::Kind::expect, 0.5, true};
    for (double change = 1; change > 1e-15;) {
      change = 0;
      for (Id id = static_cast<Id>(states_.size()); id-- > 0;) {
        poll();
        const double updated = expectation(id);
        change = std::max(change, std::abs(updated - values_[id].number));
        values_[id].number = updated;
      }
    }
  }

  double expectation(Id id) const {
    const State& state = *states_[id];
    if (const Result result = game_.result(state); result != Result::ongoing)
      return (1 + outcome_for(result, game_.mover(state))) / 2.0;
    const bool rolling = game_.turn(state) == Side::chance;
    double total = 0;
    for (auto edge = first_child_[id]; edge < first_child_[id + 1]; ++edge) {
      const double child = seen_from(id, children_[edge]).number;
      total = rolling ? total + probabilities_[edge] * child : std::max(total, child);
    }
    return total;
  }

  // 3. In the order of their keys, so that a table can be searched by halves.
  std::vector<Solved> collect() const {
    std::vector<Solved> out;
    out.reserve(states_.size());
    for (Id id = 0; id < states_.size(); ++id) out.push_back({game_.key(*states_[id]), values_[id]});
    std::sort(out.begin(), out.end(), [](const Solved& a, const Solved& b) { return a.key < b.key; });
    const auto same = [](const Solved& a, const Solved& b) { return a.key == b.key; };
    if (std::adjacent_find(out.begin(), out.end(), same) != out.end())
      throw RulesError("two different positions share a key, so no table can tell them apart");
    return out;
  }

  const G& game_;
  Control& control_;
  std::uint64_t most_;
  std::unordered_map<State, Id, Hash> ids_;
  std::vector<const State*> states_;      // by id, owned by ids_
  std::vector<std::size_t> first_child_;  // children of id: first_child_[id] up to first_child_[id + 1]
  std::vector<Id> children_;
  std::vector<double> probabilities_;
  std::vector<std::size_t> first_parent_;
  std::vector<Id> parents_;
  std::vector<Value> values_;
};

}  // namespace kibitz
