// Counting and solving any game.
#include <cstring>

#include "bind/any.hpp"
#include "bind/any_game.hpp"
#include "solve/graph.hpp"
#include "solve/keyed_table.hpp"

namespace kibitz {
namespace {

class AnyCount final : public Count {
 public:
  explicit AnyCount(const Rules& rules) : rules_(rules) {}
  std::uint64_t perft(const StateBox& s, int depth, Control& control) const override {
    return with_any_game(rules_, [&](const auto& game) {
      auto state = game.state(s);
      MoveList pool;
      return kibitz::perft(game, state, depth, pool, control);
    });
  }
  PlayoutTally play_out(const StateBox& s, std::uint64_t games, std::uint64_t seed, Control& control) const override {
    return with_any_game(rules_,
                         [&](const auto& game) { return kibitz::play_out(game, game.state(s), games, seed, control); });
  }

 private:
  const Rules& rules_;
};

template <class Code>
std::pair<std::string, std::string> stored(const std::vector<Solved>& solved) {
  std::string keys(solved.size() * sizeof(std::uint64_t), '\0');
  std::string values(solved.size() * sizeof(typename Code::Stored), '\0');
  for (std::size_t i = 0; i < solved.size(); ++i) {
    const auto code = Code::encode(solved[i].value);
    std::memcpy(keys.data() + i * sizeof(std::uint64_t), &solved[i].key, sizeof(std::uint64_t));
    std::memcpy(values.data() + i * sizeof(code), &code, sizeof(code));
  }
  return {std::move(keys), std::move(values)};
}

template <class Code>
class KeyedProbe final : public Probe {
 public:
  KeyedProbe(const Rules& rules, ByteSpan keys, ByteSpan values)
      : Probe(rules.identity()), rules_(rules), table_(keys, values) {}

  std::optional<Value> find(const StateBox& s) const override {
    auto found = table_.find(rules_.canonical_key(s));
    // Chances stand for points from one end to the other.
    if (found && found->kind == Value::Kind::expect && rules_.span() > 0)
      found = Value{Value::Kind::points, (2 * found->number - 1) * rules_.span(), true};
    return found;
  }

 private:
  const Rules& rules_;
  KeyedTable<Code> table_;
};

}  // namespace

std::unique_ptr<const Count> any_count(const Rules& rules) { return std::make_unique<const AnyCount>(rules); }

std::uint64_t count_games(const Rules& rules, const StateBox& s, Control& control) {
  return with_any_game(rules, [&](const auto& game) {
    auto state = game.state(s);
    MoveList pool;
    return count_games(game, state, pool, control);
  });
}

std::vector<std::uint64_t> count_positions(const Rules& rules, const StateBox& s, int most_plies, bool up_to_symmetry,
                                           Control& control) {
  return with_any_game(rules, [&](const auto& game) {
    return count_positions(game, game.state(s), most_plies, up_to_symmetry, control);
  });
}

std::pair<std::string, std::string> solve_graph(const Rules& rules, Control& control, std::uint64_t most_positions) {
  return with_any_game(rules, [&](const auto& game) {
    const auto solved = GraphSolver(game, control, most_positions).solve();
    if (rules.has_chance()) return stored<ChanceCode>(solved);
    return rules.span() > 0 ? stored<PointsCode>(solved) : stored<WinCode>(solved);
  });
}

std::unique_ptr<Probe> open_keyed(const Rules& rules, ByteSpan keys, ByteSpan values) {
  if (rules.has_chance()) return std::make_unique<KeyedProbe<ChanceCode>>(rules, keys, values);
  if (rules.span() > 0) return std::make_unique<KeyedProbe<PointsCode>>(rules, keys, values);
  return std::make_unique<KeyedProbe<WinCode>>(rules, keys, values);
}

std::vector<std::pair<Move, Odds>> against_random(const Rules& rules, const Probe& probe, const StateBox& s,
                                                  Control& control) {
  if (rules.has_chance()) throw RulesError("dice decide in this game, so no result is safe");
  if (rules.result(s) != Result::ongoing) throw RulesError("the game is over");
  return with_any_game(rules,
                       [&](const auto& game) { return AgainstRandom(game, probe, control).moves(game.state(s)); });
}

}  // namespace kibitz
