// Solves any game small enough to be held in memory: lists every position that
// can be reached, then works backwards from the ends (retrograde analysis).
// Positions may come back in such a game; one that never ends is a draw, or
// worth no points. Where a game sorts its positions into tiers that no move goes
// back from, they are listed tier by tier: of a tier that is done only its keys
// and moves are kept, and positions may come back inside it. Such a tier, or some
// of its positions and those that they lead to in it, can be solved alone when
// the values of later tiers are known.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
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
      : game_(game), control_(control), most_(most_positions) {}

  // Every reachable position, up to symmetry, in the order of their keys.
  std::vector<Solved> solve() {
    control_.begin();
    id_of(game_.start(), kLowest);
    while (!tiers_.empty()) list_first_tier();
    return value_all();
  }

  // The same of some positions of a tier and those that they lead to in it; what
  // later ones are worth to their movers is known by their keys.
  using Known = std::function<std::optional<Value>(std::uint64_t key)>;
  std::vector<Solved> solve_from(const std::vector<State>& roots, const Known& known) {
    list_from(roots);
    facts_.resize(count_);
    values_.resize(count_);
    for (const auto& [number, tier] : tiers_)
      for (const auto* state : tier.states) {
        poll();
        const auto value = known(lasting_key(*state));
        if (!value) throw RulesError("a position of a later tier has no value yet");
        const Id id = tier.ids.at(*state);
        const int outcome = value->kind == Value::Kind::points ? static_cast<int>(value->number) : 0;
        facts_[id] = {game_.mover(*state), false, true, true, outcome};
        values_[id] = *value;
      }
    return value_all();
  }

  // How many positions of their tier these lead to, themselves among them, and
  // the positions of later tiers. Those of none are where the game starts.
  std::pair<std::uint64_t, std::vector<std::pair<long, State>>> beyond(const std::vector<State>& roots) {
    if (roots.empty())
      id_of(game_.start(), kLowest);
    else
      list_from(roots);
    std::vector<std::pair<long, State>> out;
    for (const auto& [number, tier] : tiers_)
      for (const auto* state : tier.states) out.emplace_back(number, *state);
    return {order_.size(), std::move(out)};
  }

 private:
  using Id = std::uint32_t;

  struct Hash {
    const G* game;
    std::size_t operator()(const State& s) const { return static_cast<std::size_t>(game->key(s)); }
  };

  // What solving needs of a position, so that the game is asked once.
  struct Facts {
    Side mover;
    bool rolling;
    bool over;
    bool known;   // from elsewhere, which is as if it were over here
    int outcome;  // where it is over: 1, 0 or -1 to its mover, or points
  };

  void poll() { poll_for(game_, control_); }

  double span() const {
    if constexpr (requires { game_.span(); })
      return game_.span();
    else
      return 0;
  }

  // Positions of one tier that were met.
  struct Tier {
    explicit Tier(const G& game) : ids(16, Hash{&game}) {}
    std::unordered_map<State, Id, Hash> ids;
    std::vector<const State*> states;  // owned by `ids`, in the order they were met
  };

  long tier_of(const State& state) const {
    if constexpr (requires { game_.tier_of(state); })
      return game_.tier_of(state);
    else
      return 0;
  }

  Id id_of(const State& state, long least) {
    auto standing = canonical(game_, state);
    const long number = tier_of(standing);
    if (number < least) throw RulesError("a move leads back to an earlier tier");
    auto& tier = tiers_.try_emplace(number, game_).first->second;
    const auto [entry, is_new] = tier.ids.try_emplace(std::move(standing), count_);
    if (is_new) {
      if (count_ >= most_)
        throw RulesError("this game has more than " + std::to_string(most_) + " positions, too many to solve whole");
      ++count_;
      tier.states.push_back(&entry->first);
    }
    return entry->second;
  }

  void list_from(const std::vector<State>& roots) {
    control_.begin();
    for (const auto& root : roots) id_of(root, kLowest);
    if (tiers_.size() > 1) throw RulesError("these positions are not of one tier");
    list_first_tier();
  }

  // 1. Lists the positions of a tier, breadth first, with the children of each.
  void list_first_tier() {
    const auto first = tiers_.begin();
    auto& tier = first->second;
    for (std::size_t at = 0; at < tier.states.size(); ++at) {
      poll();
      const State& met = *tier.states[at];
      expand(met, tier.ids.at(met), first->first);
      if constexpr (requires { game_.forget(met, false); }) game_.forget(met, false);
    }
    // Nothing leads back here, so the positions themselves are needed no more.
    if constexpr (requires { game_.forget(*tier.states[0], true); })
      for (const auto* state : tier.states) game_.forget(*state, true);
    tiers_.erase(first);
  }

  void expand(const State& met, Id id, long tier) {
    order_.push_back(id);
    keys_.resize(count_);
    keys_[id] = lasting_key(met);
    facts_.resize(count_);
    const auto& facts = facts_[id] = facts_of(met);
    first_child_.resize(count_);
    degrees_.resize(count_);
    first_child_[id] = children_.size();
    if (facts.over) return;
    State state = met;
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
      if (moves_.empty()) throw RulesError("a position that has not ended has no moves");
      for (const Move move : moves_) add(move);
    }
    degrees_[id] = static_cast<std::uint32_t>(children_.size() - first_child_[id]);
  }

  Facts facts_of(const State& state) const {
    const Result result = game_.result(state);
    Facts out{game_.mover(state), game_.turn(state) == Side::chance, result != Result::ongoing, false, 0};
    if (!out.over) return out;
    out.outcome = outcome_for(result, out.mover);
    if constexpr (requires { game_.span(); })
      if (span() > 0) out.outcome = out.mover == Side::first ? game_.points(state) : -game_.points(state);
    return out;
  }

  bool same_mover(Id a, Id b) const { return facts_[a].mover == facts_[b].mover; }

  // 2. What every position is worth.
  std::vector<Solved> value_all() {
    first_child_.resize(count_);
    degrees_.resize(count_);
    values_.resize(count_);
    if (game_.has_chance())
      average();
    else if (span() > 0)
      settle_points();
    else
      retrograde();
    return collect();
  }

  // Positions by the plies that they take.
  using ByPlies = std::vector<std::vector<Id>>;
  static void put(ByPlies& into, std::size_t plies, Id id) {
    if (into.size() <= plies) into.resize(plies + 1);
    into[plies].push_back(id);
  }

  // 2a. Without dice: from the ends backwards, a ply of remoteness at a time.
  //     A position is won as soon as one child is; lost when the last child is.
  void retrograde() {
    list_parents();
    control_.set_total(control_.steps() + parents_.size());
    auto undecided = degrees_;
    std::vector<bool> decided(count_, false);
    ByPlies wins_and_losses, draws;
    for (Id id = 0; id < count_; ++id) {
      if (!facts_[id].over) continue;
      if (!facts_[id].known) {
        const int outcome = facts_[id].outcome;
        values_[id] = {outcome > 0 ? Value::Kind::win : outcome < 0 ? Value::Kind::loss : Value::Kind::draw, 0, true};
      }
      decided[id] = true;
      const auto& value = values_[id];
      if (value.number >= 0)  // else it goes on for ever
        put(value.kind == Value::Kind::draw ? draws : wins_and_losses, static_cast<std::size_t>(value.number), id);
    }
    for (std::size_t plies = 0; plies < wins_and_losses.size(); ++plies) {
      const auto frontier = std::move(wins_and_losses[plies]);
      for (const Id child : frontier)
        for_each_parent(child, [&](Id parent) {
          if (decided[parent]) return;
          --undecided[parent];
          const bool wins = same_mover(parent, child) == (values_[child].kind == Value::Kind::win);
          if (!wins && undecided[parent] > 0) return;
          values_[parent] = {wins ? Value::Kind::win : Value::Kind::loss, static_cast<double>(plies + 1), true};
          decided[parent] = true;
          put(wins_and_losses, plies + 1, parent);
        });
    }
    // What is left is drawn: by a drawn end, the nearest one, or by going on for ever.
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

  // 2b. Points without dice: going on for ever is worth nothing, so a player has
  //     so many points above nothing where it can force an end that gives them.
  //     The ends are taken from the best down, for each player alone.
  void settle_points() {
    list_parents();
    control_.set_total(control_.steps() + 2 * parents_.size());
    for (Id id = 0; id < count_; ++id)
      if (!facts_[id].known) values_[id] = {Value::Kind::points, 0, true};
    for (const Side side : {Side::first, Side::second}) {
      std::vector<std::pair<int, Id>> ends;
      for (Id id = 0; id < count_; ++id) {
        const auto& facts = facts_[id];
        const int points = facts.mover == side ? facts.outcome : -facts.outcome;
        if (facts.over && points > 0) ends.emplace_back(points, id);
      }
      std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
      auto left = degrees_;
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
            --left[parent];
            if (facts_[parent].mover == side || left[parent] == 0) frontier.push_back(parent);
          });
        }
      }
    }
  }

  void list_parents() {
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

  // 2c. With dice: deepest first, so that this ends at once where positions can't
  //     come back. Those that lead to each other are swept over until changes are
  //     below rounding. The sweeps begin with the least key, so that whatever else
  //     is listed, the same chances come out to the last bit.
  void average() {
    probabilities_.resize(children_.size());
    for (Id id = 0; id < count_; ++id)
      if (!facts_[id].known) values_[id] = {Value::Kind::expect, 0.5, true};
    for_each_circle([&](std::vector<Id>& circle) {
      if (circle.size() > 1) put_in_order(circle);
      for (double change = 1; change > 1e-15;) {
        change = 0;
        for (const Id id : circle) {
          control_.poll();
          const double updated = expectation(id);
          change = std::max(change, std::abs(updated - values_[id].number));
          values_[id].number = updated;
        }
      }
    });
  }

  // Visits the positions that lead to each other together, and those that they
  // lead to before (Tarjan's strongly connected components).
  template <class Visit>
  void for_each_circle(Visit visit) {
    constexpr Id unseen = 0;
    std::vector<Id> seen(count_, unseen), back(count_), open, circle;
    circle_of_.assign(count_, count_);               // of its first member, once it is known
    std::vector<std::pair<Id, std::uint32_t>> path;  // with the children of each that were looked at
    Id clock = unseen;
    const auto enter = [&](Id id) {
      seen[id] = back[id] = ++clock;
      open.push_back(id);
      path.emplace_back(id, 0);
    };
    for (Id root = 0; root < count_; ++root) {
      if (seen[root] == unseen) enter(root);
      while (!path.empty()) {
        control_.poll();
        const Id id = path.back().first;
        if (path.back().second < degrees_[id]) {
          const Id child = children_[first_child_[id] + path.back().second++];
          if (seen[child] == unseen)
            enter(child);
          else if (circle_of_[child] == count_)
            back[id] = std::min(back[id], seen[child]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) back[path.back().first] = std::min(back[path.back().first], back[id]);
        if (back[id] != seen[id]) continue;
        const auto first = std::find(open.rbegin(), open.rend(), id).base() - 1;
        circle.assign(first, open.end());
        open.erase(first, open.end());
        for (const Id member : circle) circle_of_[member] = id;
        visit(circle);
      }
    }
  }

  // Breadth first from the least key, backwards.
  void put_in_order(std::vector<Id>& circle) {
    const Id mark = circle_of_[circle[0]];
    const auto least = [&](Id a, Id b) { return keys_[a] < keys_[b]; };
    std::vector<Id> order{*std::min_element(circle.begin(), circle.end(), least)};
    order.reserve(circle.size());
    circle_of_[order[0]] = count_;
    for (std::size_t at = 0; at < order.size(); ++at)
      for (auto edge = first_child_[order[at]]; edge < first_child_[order[at]] + degrees_[order[at]]; ++edge)
        if (circle_of_[children_[edge]] == mark) {
          circle_of_[children_[edge]] = count_;
          order.push_back(children_[edge]);
        }
    for (const Id id : order) circle_of_[id] = mark;
    circle.assign(order.rbegin(), order.rend());
  }

  double expectation(Id id) const {
    const auto& facts = facts_[id];
    if (facts.known) return values_[id].number;
    if (facts.over) return (1 + facts.outcome / (span() > 0 ? span() : 1)) / 2;
    double total = 0;
    for (auto edge = first_child_[id]; edge < first_child_[id] + degrees_[id]; ++edge) {
      const double seen = values_[children_[edge]].number;
      const double child = same_mover(id, children_[edge]) ? seen : 1 - seen;
      total = facts.rolling ? total + probabilities_[edge] * child : std::max(total, child);
    }
    return std::min(total, 1.0);
  }

  // 3. In the order of their keys, so that a table can be searched by halves.
  std::vector<Solved> collect() const {
    std::vector<Solved> out;
    out.reserve(order_.size());
    for (const Id id : order_) out.push_back({keys_[id], values_[id]});
    std::sort(out.begin(), out.end(), [](const Solved& a, const Solved& b) { return a.key < b.key; });
    const auto same = [](const Solved& a, const Solved& b) { return a.key == b.key; };
    if (std::adjacent_find(out.begin(), out.end(), same) != out.end())
      throw RulesError("two different positions share a key, so no table can tell them apart");
    return out;
  }

  std::uint64_t lasting_key(const State& state) const {
    if constexpr (requires { game_.lasting_key(state); })
      return game_.lasting_key(state);
    else
      return game_.key(state);
  }

  static constexpr auto kLowest = std::numeric_limits<long>::min();

  const G& game_;
  Control& control_;
  std::uint64_t most_;
  std::map<long, Tier> tiers_;            // what is not done yet
  Id count_ = 0;                          // positions met
  std::vector<Id> order_;                 // those that are listed
  std::vector<std::uint64_t> keys_;       // by id
  std::vector<Facts> facts_;              // by id
  std::vector<std::size_t> first_child_;  // by id, where its children begin
  std::vector<std::uint32_t> degrees_;    // by id, how many there are
  std::vector<Id> children_;
  MoveList moves_;  // of the position that is looked at
  ChanceList chances_;
  std::vector<double> probabilities_;  // of each child, where dice decide
  std::vector<std::size_t> first_parent_;
  std::vector<Id> parents_;
  std::vector<Id> circle_of_;  // by id, where dice decide
  std::vector<Value> values_;
};

}  // namespace kibitz
