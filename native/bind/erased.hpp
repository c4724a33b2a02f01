// Puts one game behind the common face. The only place where a state's type is
// recovered; a state of another game is refused, not misread.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "bind/rules.hpp"
#include "search/run.hpp"
#include "solve/ewn_endgame.hpp"
#include "solve/graph.hpp"
#include "solve/numerical_tiers.hpp"

namespace kibitz {

template <Game G>
struct Boxed final : StateBox {
  explicit Boxed(typename G::State s) : state(std::move(s)) {}
  typename G::State state;
};

template <Game G>
class Erased final : public Rules {
 public:
  using State = typename G::State;

  explicit Erased(G game) : game_(std::move(game)) {}

  bool in_python() const override {
    return requires { G::slow; };
  }
  bool has_chance() const override { return ChanceGame<G>; }
  bool has_evaluation() const override {
    if constexpr (requires { game_.has_evaluation(); })
      return game_.has_evaluation();
    else
      return Evaluated<G>;
  }
  int symmetries() const override {
    if constexpr (Symmetric<G>)
      return game_.symmetries();
    else
      return 1;
  }

  Box start() const override { return box(game_.start()); }
  Side turn(const StateBox& s) const override { return game_.turn(open(s)); }
  Side mover(const StateBox& s) const override { return game_.mover(open(s)); }
  Result result(const StateBox& s) const override { return game_.result(open(s)); }

  MoveList moves(const StateBox& s) const override { return listed(open(s)); }

  ChanceList chances(const StateBox& s) const override {
    ChanceList out;
    if constexpr (ChanceGame<G>) {
      if (result(s) == Result::ongoing && turn(s) == Side::chance) game_.chances(open(s), out);
    }
    return out;
  }

  bool is_legal(const StateBox& s, Move move) const override { return allows(open(s), move); }

  Box play(const StateBox& s, Move move) const override {
    const State& state = open(s);
    if (!allows(state, move)) throw RulesError("that move is not allowed here");
    auto next = std::make_unique<Boxed<G>>(state);
    game_.play(next->state, move);
    return next;
  }

  Box play_and_undo(const StateBox& s, Move move) const override {
    const State& state = open(s);
    if (!allows(state, move)) throw RulesError("that move is not allowed here");
    auto next = std::make_unique<Boxed<G>>(state);
    const auto undo = game_.play(next->state, move);
    game_.undo(next->state, move, undo);
    return next;
  }

  std::uint64_t key(const StateBox& s) const override { return game_.key(open(s)); }
  bool same(const StateBox& a, const StateBox& b) const override { return open(a) == open(b); }
  Numbers parts(Move move) const override { return game_.parts(move); }
  Move pack(const Numbers& parts) const override { return game_.pack(parts); }
  Numbers describe(const StateBox& s) const override { return game_.describe(open(s)); }
  Box assemble(const Numbers& numbers) const override { return box(game_.assemble(numbers)); }

  Box transform(const StateBox& s, int symmetry) const override {
    check_symmetry(symmetry);
    if constexpr (Symmetric<G>)
      return box(game_.transform(open(s), symmetry));
    else
      return box(open(s));
  }
  Move transform_move(Move move, int symmetry) const override {
    check_symmetry(symmetry);
    if constexpr (Symmetric<G>)
      return game_.transform_move(move, symmetry);
    else
      return move;
  }
  Box canonical(const StateBox& s) const override { return box(kibitz::canonical(game_, open(s))); }

  double evaluate(const StateBox& s, const Tuning& tuning) const override {
    if constexpr (Evaluated<G>) {
      if (has_evaluation())
        return with_tuning(tuning, [&](const G& game) { return static_cast<double>(game.evaluate(open(s))); });
    }
    throw RulesError("this game has no evaluation");
  }

  std::optional<int> ways(const StateBox& s, [[maybe_unused]] Side side) const override {
    const auto& state = open(s);
    if constexpr (requires { game_.open_ways(state, side); }) {
      if (const int found = game_.open_ways(state, side); found >= 0) return found;
    }
    return std::nullopt;
  }

  std::uint64_t perft(const StateBox& s, int depth, Control& control) const override {
    State state = open(s);
    MoveList pool;
    control.begin();
    return kibitz::perft(game_, state, depth, pool, control);
  }
  std::uint64_t count_games(const StateBox& s, Control& control) const override {
    State state = open(s);
    MoveList pool;
    control.begin();
    return kibitz::count_games(game_, state, pool, control);
  }
  std::vector<std::uint64_t> count_positions(const StateBox& s, int most_plies, bool up_to_symmetry,
                                             Control& control) const override {
    control.begin();
    return kibitz::count_positions(game_, open(s), most_plies, up_to_symmetry, control);
  }
  PlayoutTally play_out(const StateBox& s, std::uint64_t games, std::uint64_t seed, Control& control) const override {
    control.begin();
    return kibitz::play_out(game_, open(s), games, seed, control);
  }

  SearchReport search(const StateBox& s, const SearchRequest& request, Control& control) const override {
    return with_tuning(request.tuning, [&](const G& game) { return run_search(game, open(s), request, control); });
  }
  std::vector<TraceNode> search_tree(const StateBox& s, const SearchRequest& request, Control& control,
                                     std::size_t most_nodes) const override {
    return with_tuning(request.tuning,
                       [&](const G& game) { return trace_search(game, open(s), request, control, most_nodes); });
  }

  std::pair<std::string, std::string> solve_graph(Control& control, std::uint64_t most_positions) const override {
    using Code = CodeOf<G>;
    const auto solved = GraphSolver<G>(game_, control, most_positions).solve();
    std::string keys(solved.size() * sizeof(std::uint64_t), '\0');
    std::string values(solved.size() * sizeof(typename Code::Stored), '\0');
    for (std::size_t i = 0; i < solved.size(); ++i) {
      const auto code = Code::encode(solved[i].value);
      std::memcpy(keys.data() + i * sizeof(std::uint64_t), &solved[i].key, sizeof(std::uint64_t));
      std::memcpy(values.data() + i * sizeof(code), &code, sizeof(code));
    }
    return {std::move(keys), std::move(values)};
  }

  std::uint64_t index_size() const override {
    // A game can't last longer than it has tiers, and a rank holds so many plies.
    if constexpr (kTiered)
      return game_.tiers() - 1 <= Rank::most_plies ? kibitz::index_size(game_) : 0;
    else
      return 0;
  }
  std::unique_ptr<TierRun> tier_run([[maybe_unused]] int threads, [[maybe_unused]] bool one_by_one) const override {
    if constexpr (HasQuickTiers<G>)
      if (!one_by_one) return std::make_unique<typename QuickTiers<G>::Run>(game_);
    if constexpr (kTiered)
      return std::make_unique<TierSolver<G>>(game_, threads);
    else
      throw RulesError("this game has no index of its positions");
  }

  bool has_endgame() const override { return HasEndgame<G>; }
  std::unique_ptr<EndgameRun> endgame_run([[maybe_unused]] int most, [[maybe_unused]] bool wide,
                                          [[maybe_unused]] int threads) const override {
    if constexpr (HasEndgame<G>)
      return Endgame<G>::run(game_, most, wide, threads);
    else
      throw RulesError("this game has no endgame tables");
  }

  std::unique_ptr<Probe> open_keyed(ByteSpan keys, ByteSpan values) const override {
    return std::make_unique<KeyedProbe<G>>(game_, keys, values);
  }
  std::unique_ptr<Probe> open_dense([[maybe_unused]] ByteSpan palettes, [[maybe_unused]] const Payload& payload,
                                    [[maybe_unused]] std::uint64_t begin,
                                    [[maybe_unused]] std::uint64_t length) const override {
    if constexpr (kTiered)
      return std::make_unique<DenseProbe<G>>(game_, palettes, payload, begin, length);
    else
      throw RulesError("this game has no index of its positions");
  }
  std::unique_ptr<Probe> open_endgame([[maybe_unused]] int most, [[maybe_unused]] const Payload& payload,
                                      [[maybe_unused]] std::uint64_t begin,
                                      [[maybe_unused]] std::uint64_t length) const override {
    if constexpr (HasEndgame<G>)
      return std::make_unique<typename Endgame<G>::Probe>(game_, most, payload, begin, length);
    else
      throw RulesError("this game has no endgame tables");
  }
  std::optional<Value> find(const Probe& probe, const StateBox& s) const override { return own(probe).find(open(s)); }

  std::vector<Census> census([[maybe_unused]] const Probe& probe, [[maybe_unused]] Control& control) const override {
    if constexpr (kTiered)
      return CensusTaker<G>(game_, own(probe), control).take();
    else
      throw RulesError("this game has no index of its positions");
  }

  std::vector<std::pair<Move, Odds>> against_random([[maybe_unused]] const Probe& probe,
                                                    [[maybe_unused]] const StateBox& s,
                                                    [[maybe_unused]] Control& control) const override {
    if constexpr (ChanceGame<G>) {
      throw RulesError("dice decide in this game, so no result is safe");
    } else {
      if (result(s) != Result::ongoing) throw RulesError("the game is over");
      return AgainstRandom<G>(game_, own(probe), control).moves(open(s));
    }
  }

 private:
  static constexpr bool kTiered = Indexable<G> && !ChanceGame<G>;

  // Does some work with the game, its evaluation as asked for.
  template <class Work>
  auto with_tuning(const Tuning& tuning, Work work) const {
    if constexpr (requires { game_.tuned(Params(tuning)); }) {
      if (!tuning.empty()) return work(game_.tuned(Params(tuning)));
    }
    if (!tuning.empty()) throw RulesError("there are no options for how this game is judged");
    return work(game_);
  }

  MoveList listed(const State& state) const {
    MoveList out;
    out.reserve(64);  // one allocation instead of several that grow: this runs at every ply from Python
    if (game_.result(state) == Result::ongoing) game_.moves(state, out);
    return out;
  }

  bool allows(const State& state, Move move) const {
    if (game_.result(state) != Result::ongoing) return false;
    // Emptied, not freed: this runs at every ply from Python. A game in Python may come back here
    // while its moves are being made, so it gets a list of its own.
    thread_local MoveList kept;
    MoveList own;
    auto& allowed = requires { G::slow; } ? own : kept;
    allowed.clear();
    game_.moves(state, allowed);
    return std::find(allowed.begin(), allowed.end(), move) != allowed.end();
  }

  static const ProbeOf<G>& own(const Probe& probe) {
    const auto* typed = dynamic_cast<const ProbeOf<G>*>(&probe);
    if (typed == nullptr) throw RulesError("this table belongs to another game");
    return *typed;
  }

  static Box box(State state) { return std::make_unique<Boxed<G>>(std::move(state)); }

  static const State& open(const StateBox& s) {
    const auto* boxed = dynamic_cast<const Boxed<G>*>(&s);
    if (boxed == nullptr) throw RulesError("this position belongs to another game");
    return boxed->state;
  }

  void check_symmetry(int symmetry) const {
    if (symmetry < 0 || symmetry >= symmetries()) throw RulesError("there is no such symmetry");
  }

  G game_;
};

template <Game G>
std::shared_ptr<const Rules> erase(G game) {
  return std::make_shared<const Erased<G>>(std::move(game));
}

}  // namespace kibitz
