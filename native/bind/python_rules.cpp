// Rules of a game in Python. A state is a Python node that caches what the rules said about it
// (kibitz.games.python_game.definition.node) and checks their answers; a move is its index in the node's list of moves.
// Searches and solvers use cached rules instead (python_search.cpp).
#include "bind/python_rules.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <utility>
#include <vector>

#include "bind/python_box.hpp"
#include "bind/python_names.hpp"
#include "bind/python_search.hpp"

namespace nb = nanobind;

namespace kibitz {
namespace {

int number(const nb::object& node, PyObject* name, int most) {
  return static_cast<int>(integer_attribute(node, name, 0, most));
}

double real(nb::handle answer) {
  const double out = PyFloat_AsDouble(answer.ptr());
  if (out == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  if (!std::isfinite(out)) throw RulesError("a game in Python gives a number that is none");
  return out;
}

std::uint64_t key_of(const nb::object& node) {
  const auto out = PyLong_AsUnsignedLongLong(attribute(node, names().key).ptr());
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return out;
}

struct NodeBox final : PythonBox {
  NodeBox(const Identity* identity, nb::object n) : PythonBox(identity), object(std::move(n)) {}
  nb::object node() const override { return object; }
  std::string text() const override { return nb::cast<std::string>(attribute(object, names().text)); }
  std::uint64_t table_key() const override { return key_of(attribute(object, names().canonical)()); }

  nb::object object;
  std::vector<nb::object> undo_stack;  // for undo
};

class PythonRules final : public Rules {
 public:
  PythonRules(nb::object rules, bool has_chance, const std::string& identity)
      : Rules(Identity::in_python(identity, has_chance)),
        rules_(std::move(rules)),
        has_chance_(has_chance),
        has_evaluation_(nb::cast<bool>(rules_.attr("has_evaluation"))),
        span_(nb::cast<double>(rules_.attr("span"))) {}

  bool in_python() const override { return true; }
  bool has_chance() const override { return has_chance_; }
  bool has_evaluation() const override { return has_evaluation_; }
  double span() const override { return span_; }
  int points(const ErasedState& s) const override {
    return static_cast<int>(integer_attribute(node(s), names().points, -1'000'000, 1'000'000));
  }
  int symmetries() const override { return 1; }
  std::unique_ptr<const Rules> with_cache(std::size_t most) const override {
    return make_cached_python_rules(*this, rules_, most);
  }

  StatePtr box(nb::object node) const { return std::make_unique<NodeBox>(identity(), std::move(node)); }
  StatePtr start() const override { return box(rules_.attr("start_node")()); }
  StatePtr copy(const ErasedState& s) const override { return box(node(s)); }
  bool same(const ErasedState& a, const ErasedState& b) const override { return node(a).equal(node(b)); }
  Side turn(const ErasedState& s) const override {
    return static_cast<Side>(number(node(s), names().turn, has_chance_ ? 2 : 1));
  }
  Side mover(const ErasedState& s) const override { return static_cast<Side>(number(node(s), names().mover, 1)); }
  Result result(const ErasedState& s) const override { return static_cast<Result>(number(node(s), names().result, 3)); }
  std::uint64_t key(const ErasedState& s) const override { return key_of(node(s)); }

  void moves(const ErasedState& s, MoveList& out) const override {
    const auto count = static_cast<Move>(number(node(s), names().count, kMaxMoves));
    for (Move move = 0; move < count; ++move) out.push_back(move);
  }
  void chances(const ErasedState& s, ChanceList& out) const override {
    const int count = number(node(s), names().count, kMaxMoves);
    Move move = 0;
    double sum = 0;
    for (const auto answer : attribute(node(s), names().probabilities)) {
      const double probability = real(answer);
      if (probability < 0) throw RulesError("a game in Python gives a negative probability");
      sum += probability;
      out.push_back({move++, probability});
    }
    if (static_cast<int>(move) != count || std::abs(sum - 1) > 1e-6)
      throw RulesError("a game in Python gives probabilities that don't sum to 1");
  }
  ErasedUndo play(ErasedState& s, Move move) const override {
    auto& own = static_cast<NodeBox&>(s);
    auto previous = own.object;
    advance(s, move);
    own.undo_stack.push_back(std::move(previous));
    return {};
  }
  void advance(ErasedState& s, Move move) const override {
    auto& own = static_cast<NodeBox&>(s);
    own.object = attribute(own.object, names().child)(move);
  }
  void undo(ErasedState& s, Move, const ErasedUndo&) const override {
    auto& own = static_cast<NodeBox&>(s);
    own.object = std::move(own.undo_stack.back());
    own.undo_stack.pop_back();
  }
  bool allows(const ErasedState& s, Move move) const override {
    return result(s) == Result::ongoing && move < static_cast<Move>(number(node(s), names().count, kMaxMoves));
  }
  StatePtr after(const ErasedState& s, Move move) const override {
    if (!allows(s, move)) throw RulesError("that move is not allowed here");
    return box(attribute(node(s), names().child)(move));
  }

  Numbers parts(Move move) const override { return {static_cast<std::int64_t>(move)}; }
  Move pack(const Numbers& parts) const override {
    if (parts.size() != 1 || parts[0] < 0 || parts[0] > kMaxMoves)
      throw RulesError("a move is its place in the list of moves");
    return static_cast<Move>(parts[0]);
  }
  // Notation and drawings use the nodes.
  Numbers describe(const ErasedState&) const override { throw RulesError("a Python game describes itself"); }
  StatePtr assemble(const Numbers&) const override { throw RulesError("a Python game assembles itself"); }

  StatePtr transform(const ErasedState& s, int) const override { return copy(s); }
  Move transform_move(Move move, int) const override { return move; }
  StatePtr canonical(const ErasedState& s) const override { return box(canonical_node(s)); }
  std::uint64_t canonical_key(const ErasedState& s) const override {
    return static_cast<const PythonBox&>(s).table_key();
  }
  SymmetricKey symmetric_key(const ErasedState& s) const override { return {key(s), 0}; }

  double evaluate(const ErasedState& s) const override {
    return has_evaluation_ ? real(attribute(node(s), names().evaluation)) : 0.0;
  }
  std::uint32_t move_priority(const ErasedState&, Move) const override { return 0; }
  std::unique_ptr<ErasedEvaluator> incremental_evaluator(const ErasedState&) const override { return nullptr; }
  std::unique_ptr<const Rules> with_options(const Options& options) const override {
    throw RulesError("searches of this game have no option called '" + options.begin()->first + "'");
  }
  std::optional<int> open_lines(const ErasedState&, Side) const override { return std::nullopt; }

  // Nodes know their rules.
  bool owns(const nb::object& node) const { return attribute(node, rules_name()).is(rules_); }

 private:
  static constexpr int kMaxMoves = 1 << 20;

  static PyObject* rules_name() {
    static PyObject* const name = PyUnicode_InternFromString("rules");
    return name;
  }
  static nb::object node(const ErasedState& s) { return static_cast<const PythonBox&>(s).node(); }
  static nb::object canonical_node(const ErasedState& s) { return attribute(node(s), names().canonical)(); }

  nb::object rules_;
  bool has_chance_;
  bool has_evaluation_;
  double span_;
};

}  // namespace

std::unique_ptr<const Rules> make_python_rules(nb::object rules, bool has_chance, const std::string& identity) {
  return std::make_unique<const PythonRules>(std::move(rules), has_chance, identity);
}

std::unique_ptr<ErasedState> python_state(const Rules& rules, nb::object node) {
  if (!rules.in_python()) throw WrongGame("these rules are those of a built-in game, which has no nodes");
  const auto& own = static_cast<const PythonRules&>(rules);
  if (!own.owns(node)) throw WrongGame("this node belongs to another game");
  return own.box(std::move(node));
}

nb::object python_node(const Rules& rules, const ErasedState& state) {
  if (!rules.in_python()) throw WrongGame("these rules are those of a built-in game, which has no nodes");
  return static_cast<const PythonBox&>(state).node();
}

}  // namespace kibitz
