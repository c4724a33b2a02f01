// Counting and solving of any game.
#include <algorithm>
#include <cstring>
#include <tuple>

#include "bind/generic.hpp"
#include "bind/generic_game.hpp"
#include "solve/graph.hpp"
#include "solve/keyed_table.hpp"

namespace kibitz {
namespace {

class GenericCount final : public Count {
 public:
  explicit GenericCount(const Rules& rules) : rules_(rules) {}
  std::uint64_t perft(const ErasedState& s, int depth, Control& control) const override {
    return with_common_type(rules_, [&](const auto& game) {
      auto state = game.state(s);
      MoveList pool;
      return kibitz::perft(game, state, depth, pool, control);
    });
  }
  PlayoutCounts play_out(const ErasedState& s, std::uint64_t games, std::uint64_t seed,
                         Control& control) const override {
    return with_generic_game(
        rules_, [&](const auto& game) { return kibitz::play_out(game, game.state(s), games, seed, control); });
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

KeyedBytes stored_for(const Rules& rules, const std::vector<Solved>& solved) {
  if (rules.has_chance()) return stored<ProbabilityCode>(solved);
  return rules.span() > 0 ? stored<PointsCode>(solved) : stored<WinCode>(solved);
}

// Looks a key up in several tables.
template <class Code>
auto finder(const std::vector<KeyedSpans>& parts) {
  std::vector<KeyedTable<Code>> tables;
  for (const auto& [keys, values] : parts) tables.emplace_back(keys, values);
  return [tables = std::move(tables)](std::uint64_t key) {
    std::optional<Value> found;
    for (const auto& table : tables)
      if ((found = table.find(key))) break;
    return found;
  };
}

std::function<std::optional<Value>(std::uint64_t)> finder_for(const Rules& rules,
                                                              const std::vector<KeyedSpans>& parts) {
  if (rules.has_chance()) return finder<ProbabilityCode>(parts);
  if (rules.span() > 0) return finder<PointsCode>(parts);
  return finder<WinCode>(parts);
}

template <class G>
std::vector<GenericState> import_states(const G& game, const StateList& states) {
  std::vector<GenericState> out;
  for (const auto* state : states) out.push_back(game.state(*state));
  return out;
}

template <class Code>
class KeyedTablebase final : public Tablebase {
 public:
  KeyedTablebase(const Rules& rules, ByteSpan keys, ByteSpan values)
      : Tablebase(rules.identity()), rules_(rules), table_(keys, values) {}

  std::optional<Value> probe(const ErasedState& s) const override {
    auto found = table_.find(rules_.canonical_key(s));
    // Probabilities are scaled to points.
    if (found && found->kind == Value::Kind::expect && rules_.span() > 0)
      found = Value{Value::Kind::points, (2 * found->number - 1) * rules_.span(), true};
    return found;
  }

 private:
  const Rules& rules_;
  KeyedTable<Code> table_;
};

}  // namespace

std::unique_ptr<const Count> generic_count(const Rules& rules) { return std::make_unique<const GenericCount>(rules); }

std::uint64_t count_games(const Rules& rules, const ErasedState& s, Control& control) {
  return with_common_type(rules, [&](const auto& game) {
    auto state = game.state(s);
    MoveList pool;
    return count_games(game, state, pool, control);
  });
}

std::vector<std::uint64_t> count_positions(const Rules& rules, const ErasedState& s, int most_plies,
                                           bool up_to_symmetry, Control& control) {
  return with_common_type(rules, [&](const auto& game) {
    return count_positions(game, game.state(s), most_plies, up_to_symmetry, control);
  });
}

KeyedBytes solve_graph(const Rules& rules, Control& control, std::uint64_t most_positions) {
  return with_common_type(
      rules, [&](const auto& game) { return stored_for(rules, GraphSolver(game, control, most_positions).solve()); });
}

std::pair<std::uint64_t, std::vector<std::pair<long, Rules::StatePtr>>> list_boundary(const Rules& rules,
                                                                                      const StateList& from,
                                                                                      Control& control,
                                                                                      std::uint64_t most_positions) {
  return with_common_type(rules, [&](const auto& game) {
    const auto found = GraphSolver(game, control, most_positions).boundary(import_states(game, from));
    std::vector<std::pair<long, Rules::StatePtr>> out;
    for (const auto& [tier, state] : found.second) out.emplace_back(tier, rules.import_state(state.erased()));
    return std::pair(found.first, std::move(out));
  });
}

KeyedBytes solve_block(const Rules& rules, const StateList& states, const std::vector<KeyedSpans>& known,
                       Control& control, std::uint64_t most_positions) {
  return with_common_type(rules, [&](const auto& game) {
    GraphSolver solver(game, control, most_positions);
    return stored_for(rules, solver.solve_from(import_states(game, states), finder_for(rules, known)));
  });
}

KeyedBytes join_keyed(const std::vector<KeyedSpans>& parts, std::size_t width) {
  struct Entry {
    std::uint64_t key;
    const std::uint8_t* value;
  };
  std::vector<Entry> all;
  for (const auto& [keys, values] : parts) {
    const auto count = keys.size() / sizeof(std::uint64_t);
    if (keys.size() % sizeof(std::uint64_t) != 0 || values.size() != count * width)
      throw RulesError("a part does not have one value for each key");
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t key = 0;
      std::memcpy(&key, keys.data() + i * sizeof(key), sizeof(key));
      all.push_back({key, values.data() + i * width});
    }
  }
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  KeyedBytes out;
  const Entry* before = nullptr;
  for (const auto& entry : all) {
    if (before != nullptr && before->key == entry.key) {
      if (std::memcmp(before->value, entry.value, width) != 0)
        throw RulesError("two different positions share a key, so no table can tell them apart");
      continue;
    }
    out.first.append(reinterpret_cast<const char*>(&entry.key), sizeof(entry.key));
    out.second.append(reinterpret_cast<const char*>(entry.value), width);
    before = &entry;
  }
  return out;
}

std::unique_ptr<Tablebase> open_keyed(const Rules& rules, ByteSpan keys, ByteSpan values) {
  if (rules.has_chance()) return std::make_unique<KeyedTablebase<ProbabilityCode>>(rules, keys, values);
  if (rules.span() > 0) return std::make_unique<KeyedTablebase<PointsCode>>(rules, keys, values);
  return std::make_unique<KeyedTablebase<WinCode>>(rules, keys, values);
}

std::vector<std::pair<Move, Odds>> against_random(const Rules& rules, const Tablebase& probe, const ErasedState& s,
                                                  Control& control) {
  if (rules.has_chance()) throw RulesError("dice decide in this game, so no result is safe");
  if (rules.result(s) != Result::ongoing) throw RulesError("the game is over");
  return with_common_type(rules,
                          [&](const auto& game) { return AgainstRandom(game, probe, control).moves(game.state(s)); });
}

}  // namespace kibitz
