// Strong solution of any game whose reachable positions fit in memory: enumerates
// them breadth first, then evaluates them by retrograde analysis (value iteration
// with dice).
//
// Positions may repeat: infinite play is a draw, or worth 0 points. If the game has
// tiers that no move leads back from, positions are enumerated tier by tier; of a
// finished tier only keys and moves are kept. A tier, or the part of it that is
// reachable from some of its positions, can be solved by itself once the values of
// later tiers are known.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/concepts.hpp"
#include "base/control.hpp"
#include "base/value.hpp"

namespace kibitz {

// A solved position: its key, and its value to its mover.
struct Solved {
  std::uint64_t key;
  Value value;
};

template <Game G>
class GraphSolver {
 public:
  using State = typename G::State;

  GraphSolver(const G& game, Control& control, std::uint64_t most_positions)
      : game_(game), control_(control), max_positions_(most_positions) {}

  // All reachable positions up to symmetry, sorted by key.
  std::vector<Solved> solve() {
    control_.begin();
    id_of(game_.start(), kLowest);
    while (!tiers_.empty()) expand_first_tier();
    return evaluate_all();
  }

  // The same for some positions of a tier and those reachable from them inside it.
  // `known` gives the values of positions of later tiers, by key, to their movers.
  using LaterValues = std::function<std::optional<Value>(std::uint64_t key)>;
  std::vector<Solved> solve_from(const std::vector<State>& roots, const LaterValues& known) {
    expand_roots(roots);
    facts_.resize(count_);
    values_.resize(count_);
    for (const auto& [number, tier] : tiers_)
      for (std::size_t at = 0; at < tier.states.size(); ++at) {
        poll();
        const auto& state = tier.states[at];
        const auto value = known(stable_key(state));
        if (!value) throw RulesError("a position of a later tier has no value yet");
        const Id id = tier.numbers[at];
        const int outcome = value->kind == Value::Kind::points ? static_cast<int>(value->number) : 0;
        facts_[id] = {game_.mover(state), false, true, true, outcome};
        values_[id] = *value;
      }
    return evaluate_all();
  }

  // The number of positions of the roots' tier reachable from them (roots included),
  // and their children in later tiers. Without roots: the start position.
  std::pair<std::uint64_t, std::vector<std::pair<long, State>>> boundary(const std::vector<State>& roots) {
    if (roots.empty())
      id_of(game_.start(), kLowest);
    else
      expand_roots(roots);
    std::vector<std::pair<long, State>> out;
    for (const auto& [number, tier] : tiers_)
      for (const auto& state : tier.states) out.emplace_back(number, state);
    return {expanded_.size(), std::move(out)};
  }

 private:
  using Id = std::uint32_t;

  struct Hash {
    const G* game;
    std::size_t operator()(const State* s) const { return static_cast<std::size_t>(game->key(*s)); }
  };
  struct Equal {
    bool operator()(const State* a, const State* b) const { return *a == *b; }
  };

  // Cached properties of a position.
  struct Facts {
    Side mover;
    bool rolling;
    bool is_end;
    bool known;   // given by the caller; treated as an end
    int outcome;  // at an end: 1, 0 or -1 to its mover, or points
  };

  void poll() { poll_for(game_, control_); }

  double span() const {
    if constexpr (requires { game_.span(); })
      return game_.span();
    else
      return 0;
  }

  // The discovered positions of a tier.
  struct Tier {
    explicit Tier(const G& game) : ids(0, Hash{&game}) {}
    std::deque<State> states;  // in order of discovery
    std::vector<Id> numbers;   // of each
    std::unordered_map<const State*, Id, Hash, Equal> ids;
  };

  long tier_of(const State& state) const {
    if constexpr (requires { game_.tier_of(state); })
      return game_.tier_of(state);
    else
      return 0;
  }

  Id id_of(const State& state, long lowest_tier) {
    // A game may have room for the id beside the position.
    std::uint32_t* label = nullptr;
    if constexpr (requires { game_.label(state); }) label = game_.label(state);
    if (label != nullptr && *label != 0) return *label - 1;
    auto representative = canonical(game_, state);
    const long number = tier_of(representative);
    if (number < lowest_tier) throw RulesError("a move leads back to an earlier tier");
    auto& tier = tiers_.try_emplace(number, game_).first->second;
    if (label == nullptr)
      if (const auto known = tier.ids.find(&representative); known != tier.ids.end()) return known->second;
    if (count_ >= max_positions_)
      throw RulesError("this game has more than " + std::to_string(max_positions_) +
                       " positions, too many to solve whole");
    const Id id = count_++;
    tier.states.push_back(std::move(representative));
    tier.numbers.push_back(id);
    if (label != nullptr)
      *label = count_;
    else
      tier.ids.emplace(&tier.states.back(), id);
    return id;
  }

  void expand_roots(const std::vector<State>& roots) {
    control_.begin();
    for (const auto& root : roots) id_of(root, kLowest);
    if (tiers_.size() > 1) throw RulesError("the positions are not all of one tier");
    expand_first_tier();
  }

  // 1. Breadth-first enumeration of a tier, with the children of each position.
  void expand_first_tier() {
    const auto first = tiers_.begin();
    auto& tier = first->second;
    for (std::size_t at = 0; at < tier.states.size(); ++at) {
      poll();
      State& state = tier.states[at];
      expand(state, tier.numbers[at], first->first);
      if constexpr (requires { game_.release(state, false); }) game_.release(state, false);
    }
    // No move leads back to this tier, so its states can be freed.
    if constexpr (requires { game_.release(tier.states[0], true); })
      for (const auto& state : tier.states) game_.release(state, true);
    tiers_.erase(first);
  }

  // The state is the same again afterwards.
  void expand(State& state, Id id, long tier) {
    expanded_.push_back(id);
    keys_.resize(count_);
    keys_[id] = stable_key(state);
    facts_.resize(count_);
    const auto& facts = facts_[id] = facts_of(state);
    first_child_.resize(count_);
    degrees_.resize(count_);
    first_child_[id] = children_.size();
    if (facts.is_end) return;
    const bool rolling = facts.rolling;
    const auto add = [&](Move move) {
      const auto undo = game_.play(state, move);
      children_.push_back(id_of(state, tier));
      game_.undo(state, move, undo);
    };
    if (rolling) {
      chances_.clear();
      game_.chances(state, chances_);
      for (const auto& chance : chances_) {
        probabilities_.resize(children_.size());
        add(chance.move);
        probabilities_.push_back(chance.probability);
      }
    } else {
      moves_.clear();
      game_.moves(state, moves_);
      if (moves_.empty()) throw RulesError("an unfinished position has no moves");
      for (const Move move : moves_) add(move);
    }
    degrees_[id] = static_cast<std::uint32_t>(children_.size() - first_child_[id]);
  }

  Facts facts_of(const State& state) const {
    const Result result = game_.result(state);
    Facts out{game_.mover(state), game_.turn(state) == Side::chance, result != Result::ongoing, false, 0};
    if (!out.is_end) return out;
    out.outcome = outcome_for(result, out.mover);
    if constexpr (requires { game_.span(); })
      if (span() > 0) out.outcome = out.mover == Side::first ? game_.points(state) : -game_.points(state);
    return out;
  }

  bool same_mover(Id a, Id b) const { return facts_[a].mover == facts_[b].mover; }

  // 2. Evaluates every position.
  std::vector<Solved> evaluate_all() {
    first_child_.resize(count_);
    degrees_.resize(count_);
    values_.resize(count_);
    if (game_.has_chance())
      iterate_values();
    else if (span() > 0)
      solve_points();
    else
      retrograde();
    return collect();
  }

  // Positions by remoteness (plies to the end).
  using ByPlies = std::vector<std::vector<Id>>;
  static void put(ByPlies& into, std::size_t plies, Id id) {
    if (into.size() <= plies) into.resize(plies + 1);
    into[plies].push_back(id);
  }

  // 2a. Without dice: retrograde analysis from the ends, in order of remoteness.
  //     A position is won as soon as a child is lost for the opponent, and lost when all are won.
  void retrograde() {
    build_parents();
    control_.set_total(control_.steps() + parents_.size());
    auto remaining = degrees_;
    std::vector<bool> decided(count_, false);
    ByPlies wins_and_losses, draws;
    for (Id id = 0; id < count_; ++id) {
      if (!facts_[id].is_end) continue;
      if (!facts_[id].known) {
        const int outcome = facts_[id].outcome;
        values_[id] = {outcome > 0 ? Value::Kind::win : outcome < 0 ? Value::Kind::loss : Value::Kind::draw, 0, true};
      }
      decided[id] = true;
      const auto& value = values_[id];
      if (value.number >= 0)  // else play is infinite
        put(value.kind == Value::Kind::draw ? draws : wins_and_losses, static_cast<std::size_t>(value.number), id);
    }
    for (std::size_t plies = 0; plies < wins_and_losses.size(); ++plies) {
      const auto frontier = std::move(wins_and_losses[plies]);
      for (const Id child : frontier)
        for_each_parent(child, [&](Id parent) {
          if (decided[parent]) return;
          --remaining[parent];
          const bool wins = same_mover(parent, child) == (values_[child].kind == Value::Kind::win);
          if (!wins && remaining[parent] > 0) return;
          values_[parent] = {wins ? Value::Kind::win : Value::Kind::loss, static_cast<double>(plies + 1), true};
          decided[parent] = true;
          put(wins_and_losses, plies + 1, parent);
        });
    }
    // The rest is drawn: by the nearest drawn end, or by infinite play.
    for (std::size_t plies = 0; plies < draws.size(); ++plies) {
      const auto frontier = std::move(draws[plies]);
      for (const Id child : frontier)
        for_each_parent(child, [&](Id parent) {
          if (decided[parent]) return;
          values_[parent] = {Value::Kind::draw, static_cast<double>(plies + 1), true};
          decided[parent] = true;
          put(draws, plies + 1, parent);
        });
    }
    for (Id id = 0; id < count_; ++id)
      if (!decided[id]) values_[id] = {Value::Kind::draw, -1, true};
  }

  // 2b. Points without dice: infinite play is worth 0, so a player wins n > 0 points
  //     if it can force an end worth at least n. For each player by itself, the
  //     attractor of each end, from the best end down.
  void solve_points() {
    build_parents();
    control_.set_total(control_.steps() + 2 * parents_.size());
    for (Id id = 0; id < count_; ++id)
      if (!facts_[id].known) values_[id] = {Value::Kind::points, 0, true};
    for (const Side side : {Side::first, Side::second}) {
      std::vector<std::pair<int, Id>> ends;
      for (Id id = 0; id < count_; ++id) {
        const auto& facts = facts_[id];
        const int points = facts.mover == side ? facts.outcome : -facts.outcome;
        if (facts.is_end && points > 0) ends.emplace_back(points, id);
      }
      std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
      auto remaining = degrees_;
      std::vector<bool> reached(count_, false);
      std::vector<Id> frontier;
      for (const auto& [points, end] : ends) {
        frontier.assign(1, end);
        while (!frontier.empty()) {
          const Id child = frontier.back();
          frontier.pop_back();
          if (reached[child]) continue;
          reached[child] = true;
          values_[child].number = facts_[child].mover == side ? points : -points;
          for_each_parent(child, [&](Id parent) {
            --remaining[parent];
            if (facts_[parent].mover == side || remaining[parent] == 0) frontier.push_back(parent);
          });
        }
      }
    }
  }

  void build_parents() {
    first_parent_.assign(std::size_t{count_} + 1, 0);
    for (const Id child : children_) ++first_parent_[child + 1];
    for (std::size_t i = 1; i < first_parent_.size(); ++i) first_parent_[i] += first_parent_[i - 1];
    parents_.resize(children_.size());
    auto next = first_parent_;
    for (Id id = 0; id < count_; ++id)
      for (auto edge = first_child_[id]; edge < first_child_[id] + degrees_[id]; ++edge)
        parents_[next[children_[edge]]++] = id;
  }

  template <class Visit>
  void for_each_parent(Id child, Visit visit) {
    for (auto edge = first_parent_[child]; edge < first_parent_[child + 1]; ++edge) {
      control_.poll();
      visit(parents_[edge]);
    }
  }

  // 2c. With dice: value iteration, one strongly connected component at a time,
  //     successors first. A component of one position takes one step; larger ones
  //     are swept until changes are below rounding. Sweeps start at the smallest
  //     key, so that results do not depend on the order of discovery.
  void iterate_values() {
    probabilities_.resize(children_.size());
    for (Id id = 0; id < count_; ++id)
      if (!facts_[id].known) values_[id] = {Value::Kind::expect, 0.5, true};
    for_each_component([&](std::vector<Id>& component) {
      if (component.size() > 1) sort_component(component);
      for (double change = 1; change > 1e-15;) {
        change = 0;
        for (const Id id : component) {
          control_.poll();
          const double updated = expectation(id);
          change = std::max(change, std::abs(updated - values_[id].number));
          values_[id].number = updated;
        }
      }
    });
  }

  // Visits the strongly connected components, successors first (Tarjan 1972).
  template <class Visit>
  void for_each_component(Visit visit) {
    constexpr Id unvisited = 0;
    std::vector<Id> index(count_, unvisited), lowlink(count_), stack, component;
    component_of_.assign(count_, count_);            // the root of its component, once known
    std::vector<std::pair<Id, std::uint32_t>> path;  // each with the number of children visited
    Id next_index = unvisited;
    const auto enter = [&](Id id) {
      index[id] = lowlink[id] = ++next_index;
      stack.push_back(id);
      path.emplace_back(id, 0);
    };
    for (Id root = 0; root < count_; ++root) {
      if (index[root] == unvisited) enter(root);
      while (!path.empty()) {
        control_.poll();
        const Id id = path.back().first;
        if (path.back().second < degrees_[id]) {
          const Id child = children_[first_child_[id] + path.back().second++];
          if (index[child] == unvisited)
            enter(child);
          else if (component_of_[child] == count_)
            lowlink[id] = std::min(lowlink[id], index[child]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) lowlink[path.back().first] = std::min(lowlink[path.back().first], lowlink[id]);
        if (lowlink[id] != index[id]) continue;
        const auto first = std::find(stack.rbegin(), stack.rend(), id).base() - 1;
        component.assign(first, stack.end());
        stack.erase(first, stack.end());
        for (const Id member : component) component_of_[member] = id;
        visit(component);
      }
    }
  }

  // Reverse breadth-first order from the smallest key.
  void sort_component(std::vector<Id>& component) {
    const Id mark = component_of_[component[0]];
    const auto least = [&](Id a, Id b) { return keys_[a] < keys_[b]; };
    std::vector<Id> order{*std::min_element(component.begin(), component.end(), least)};
    order.reserve(component.size());
    component_of_[order[0]] = count_;
    for (std::size_t at = 0; at < order.size(); ++at)
      for (auto edge = first_child_[order[at]]; edge < first_child_[order[at]] + degrees_[order[at]]; ++edge)
        if (component_of_[children_[edge]] == mark) {
          component_of_[children_[edge]] = count_;
          order.push_back(children_[edge]);
        }
    for (const Id id : order) component_of_[id] = mark;
    component.assign(order.rbegin(), order.rend());
  }

  double expectation(Id id) const {
    const auto& facts = facts_[id];
    if (facts.known) return values_[id].number;
    if (facts.is_end) return (1 + facts.outcome / (span() > 0 ? span() : 1)) / 2;
    double total = 0;
    for (auto edge = first_child_[id]; edge < first_child_[id] + degrees_[id]; ++edge) {
      const double value = values_[children_[edge]].number;
      const double child = same_mover(id, children_[edge]) ? value : 1 - value;
      total = facts.rolling ? total + probabilities_[edge] * child : std::max(total, child);
    }
    return std::min(total, 1.0);
  }

  // 3. Sorts by key, for binary search in the table.
  std::vector<Solved> collect() const {
    std::vector<Solved> out;
    out.reserve(expanded_.size());
    for (const Id id : expanded_) out.push_back({keys_[id], values_[id]});
    std::sort(out.begin(), out.end(), [](const Solved& a, const Solved& b) { return a.key < b.key; });
    const auto same = [](const Solved& a, const Solved& b) { return a.key == b.key; };
    if (std::adjacent_find(out.begin(), out.end(), same) != out.end())
      throw RulesError("two different positions share a key, so no table can tell them apart");
    return out;
  }

  std::uint64_t stable_key(const State& state) const {
    if constexpr (requires { game_.stable_key(state); })
      return game_.stable_key(state);
    else
      return game_.key(state);
  }

  static constexpr auto kLowest = std::numeric_limits<long>::min();

  const G& game_;
  Control& control_;
  std::uint64_t max_positions_;
  std::map<long, Tier> tiers_;            // not yet expanded
  Id count_ = 0;                          // positions found
  std::vector<Id> expanded_;              // in order of expansion
  std::vector<std::uint64_t> keys_;       // by id
  std::vector<Facts> facts_;              // by id
  std::vector<std::size_t> first_child_;  // by id, the index of its first child
  std::vector<std::uint32_t> degrees_;    // by id, the number of its children
  std::vector<Id> children_;
  MoveList moves_;
  ChanceList chances_;
  std::vector<double> probabilities_;  // by child, at chance positions
  std::vector<std::size_t> first_parent_;
  std::vector<Id> parents_;
  std::vector<Id> component_of_;  // by id, in games of chance
  std::vector<Value> values_;
};

}  // namespace kibitz
