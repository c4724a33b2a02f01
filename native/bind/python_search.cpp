// Cached rules of a game in Python. Positions are interned by Python equality, so each method is called once per
// position. Answers of the expected type are used directly; for all others a node is asked, which checks them and
// reports mistakes.
#include "bind/python_search.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/blake2b.hpp"
#include "bind/compiled_rules.hpp"
#include "bind/python_box.hpp"
#include "bind/python_names.hpp"
#include "bind/python_notation.hpp"
#include "bind/python_positions.hpp"

namespace nb = nanobind;

namespace kibitz {
namespace {

// String literals are interned, so the two nearly always are one object.
bool equals(PyObject* text, PyObject* word) { return text == word || PyUnicode_Compare(text, word) == 0; }

class CachedPythonRules;

struct CachedBox final : PythonBox {
  CachedBox(const Identity* identity, const CachedPythonRules* r, PythonPositionPtr w)
      : PythonBox(identity), rules(r), at(std::move(w)) {}
  nb::object node() const override;
  std::string text() const override;
  std::uint64_t table_key() const override;

  const CachedPythonRules* rules;
  PythonPositionPtr at;
  std::vector<PythonPositionPtr> undo_stack;  // for undo
};

class CachedPythonRules final : public Rules {
 public:
  CachedPythonRules(const Rules& plain, nb::object own, std::size_t most)
      : Rules(plain.identity()),
        plain_(plain),
        own_(std::move(own)),
        max_positions_(most),
        span_(plain.span()),
        make_node_(own_.attr("node")),
        hides_side_(nb::cast<bool>(own_.attr("hides_side"))),
        has_layout_(nb::cast<bool>(own_.attr("has_layout"))),
        moves_(method("moves")),
        play_(method("play")),
        outcome_(method("outcome")),
        turn_(method("turn")),
        roller_(method("roller")),
        chances_(method("chances")),
        evaluate_(method("evaluate")),
        canonical_(method("canonical")),
        tier_(method("tier")),
        format_state_(method("format_state")) {
    if (span_ > 0) std::tie(min_points_, max_points_) = nb::cast<std::pair<long, long>>(own_.attr("points"));
  }

  bool in_python() const override { return true; }
  bool has_chance() const override { return plain_.has_chance(); }
  bool has_evaluation() const override { return plain_.has_evaluation(); }
  double span() const override { return span_; }
  int symmetries() const override { return 1; }

  StatePtr start() const override { return import_state(*plain_.start()); }
  // Converts a state of the plain rules.
  StatePtr import_state(const ErasedState& s) const override {
    const auto node = static_cast<const PythonBox&>(s).node();
    return box(
        interned(attribute(node, names().state), static_cast<Side>(integer_attribute(node, names().side, 0, 1))));
  }
  StatePtr copy(const ErasedState& s) const override { return box(at(s)); }
  bool same(const ErasedState& a, const ErasedState& b) const override {
    const auto &one = at(a), &other = at(b);
    return one == other || (one->side == other->side && one->state.equal(other->state));
  }

  Side turn(const ErasedState& s) const override { return turn_of(*at(s)); }
  Side mover(const ErasedState& s) const override { return mover_of(*at(s)); }
  Result result(const ErasedState& s) const override { return result_of(*at(s)); }
  int points(const ErasedState& s) const override {
    result_of(*at(s));
    return at(s)->points;
  }
  // Unique within these rules.
  std::uint64_t key(const ErasedState& s) const override {
    auto key = at(s)->id * 0x9e3779b97f4a7c15u;
    key = (key ^ key >> 32) * 0xd6e8feb86659fd93u;
    return key ^ key >> 32;
  }
  std::uint64_t stable_key(const ErasedState& s) const override { return stable_key_of(*at(s)); }
  std::uint64_t table_key_of(const PythonPositionPtr& w) const { return stable_key_of(*canonical_of(w)); }

  // The notation as `Node.text` has it.
  std::string text_of(const PythonPosition& w) const {
    std::string out;
    if (append_text(w, out)) return out;
    return nb::cast<std::string>(attribute(node(w), names().text));
  }

  long tier_of(const ErasedState& s) const override {
    if (!tier_.is_valid()) return 0;
    const auto answer = call(tier_, at(s)->state);
    if (answer.is_valid() && PyLong_CheckExact(answer.ptr()) != 0) {
      int overflow = 0;
      const long tier = PyLong_AsLongAndOverflow(answer.ptr(), &overflow);
      if (overflow == 0) return tier;
    }
    return integer_attribute(node(*at(s)), names().tier, std::numeric_limits<long>::min(),
                             std::numeric_limits<long>::max());
  }
  std::uint32_t* label(const ErasedState& s) const override { return &canonical_of(at(s))->label; }
  void release(const ErasedState& s, bool for_good) const override {
    PythonPosition& w = *at(s);
    w.count = -1;
    w.moves = {};
    w.probabilities = {};
    w.children = {};
    w.canonical = {};
    if (for_good) positions_.remove(at(s));
  }

  void moves(const ErasedState& s, MoveList& out) const override {
    const int count = count_of(*at(s));
    for (int move = 0; move < count; ++move) out.push_back(static_cast<Move>(move));
  }
  void chances(const ErasedState& s, ChanceList& out) const override {
    const int count = count_of(*at(s));
    for (int move = 0; move < count; ++move)
      out.push_back({static_cast<Move>(move), at(s)->probabilities[static_cast<std::size_t>(move)]});
  }
  ErasedUndo play(ErasedState& s, Move move) const override {
    auto& own = static_cast<CachedBox&>(s);
    auto next = child_of(*own.at, move);
    own.undo_stack.push_back(std::exchange(own.at, std::move(next)));
    return {};
  }
  void advance(ErasedState& s, Move move) const override {
    auto& own = static_cast<CachedBox&>(s);
    own.at = child_of(*own.at, move);
  }
  void undo(ErasedState& s, Move, const ErasedUndo&) const override {
    auto& own = static_cast<CachedBox&>(s);
    own.at = std::move(own.undo_stack.back());
    own.undo_stack.pop_back();
  }
  bool allows(const ErasedState& s, Move move) const override {
    return result(s) == Result::ongoing && static_cast<int>(move) < count_of(*at(s));
  }
  StatePtr after(const ErasedState& s, Move move) const override {
    if (!allows(s, move)) throw RulesError("that move is not allowed here");
    return box(child_of(*at(s), move));
  }

  Numbers parts(Move move) const override { return plain_.parts(move); }
  Move pack(const Numbers& parts) const override { return plain_.pack(parts); }
  Numbers describe(const ErasedState& s) const override { return plain_.describe(s); }
  StatePtr assemble(const Numbers& numbers) const override { return plain_.assemble(numbers); }
  StatePtr transform(const ErasedState& s, int) const override { return copy(s); }
  Move transform_move(Move move, int) const override { return move; }
  StatePtr canonical(const ErasedState& s) const override { return box(canonical_of(at(s))); }
  std::uint64_t canonical_key(const ErasedState& s) const override { return key(*canonical(s)); }
  SymmetricKey symmetric_key(const ErasedState& s) const override { return {key(s), 0}; }

  double evaluate(const ErasedState& s) const override {
    if (!evaluate_.is_valid()) return 0;
    PythonPosition& w = *at(s);
    if (!w.evaluated) {
      auto answer = call(evaluate_, w.state);
      if (!answer.is_valid() || (PyFloat_CheckExact(answer.ptr()) == 0 && PyLong_CheckExact(answer.ptr()) == 0))
        answer = attribute(node(w), names().evaluation);
      w.evaluation = PyFloat_AsDouble(answer.ptr());
      if (!std::isfinite(w.evaluation) || PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        w.evaluation = nb::cast<double>(attribute(node(w), names().evaluation));
      }
      w.evaluated = true;
    }
    return w.evaluation;
  }
  std::uint32_t move_priority(const ErasedState&, Move) const override { return 0; }
  std::unique_ptr<ErasedEvaluator> incremental_evaluator(const ErasedState&) const override { return nullptr; }
  std::unique_ptr<const Rules> with_options(const Options& options) const override {
    return plain_.with_options(options);
  }
  std::optional<int> open_lines(const ErasedState&, Side) const override { return std::nullopt; }

  nb::object node(const PythonPosition& w) const { return make_node_(w.state, static_cast<int>(w.side)); }

 private:
  static const PythonPositionPtr& at(const ErasedState& s) { return static_cast<const CachedBox&>(s).at; }
  StatePtr box(PythonPositionPtr w) const { return std::make_unique<CachedBox>(identity(), this, std::move(w)); }

  nb::object method(const char* name) const {
    auto found = own_.attr("game").attr(name);
    return found.is_none() ? nb::object() : nb::object(found);
  }

  // Calls a method; returns nothing if it failed, as a node reports the error better. Interrupts are passed on.
  static nb::object call(const nb::object& method, nb::handle a, nb::handle b = {}) {
    if (!method.is_valid()) return {};
    // The index undo_stack the arguments is for the object that a method is bound to.
    PyObject* arguments[] = {nullptr, a.ptr(), b.ptr()};
    const std::size_t count = b.is_valid() ? 2 : 1;
    auto answer =
        nb::steal(PyObject_Vectorcall(method.ptr(), arguments + 1, count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
    if (!answer.is_valid()) {
      const bool failed = PyErr_ExceptionMatches(PyExc_Exception) != 0 || PyErr_ExceptionMatches(PyExc_SystemExit) != 0;
      if (!failed) throw nb::python_error();
      PyErr_Clear();
    }
    return answer;
  }

  PythonPositionPtr canonical_of(const PythonPositionPtr& w) const {
    if (!canonical_.is_valid() || w->is_canonical) return w;
    if (w->canonical && !w->canonical->removed) return w->canonical;
    auto standing = call(canonical_, w->state);
    if (!standing.is_valid()) standing = attribute(node(*w), names().standing);
    auto found = interned(std::move(standing), w->side);
    if (found == w)
      w->is_canonical = true;
    else
      w->canonical = found;
    return found;
  }

  std::uint64_t stable_key_of(PythonPosition& w) const {
    if (!w.stable_key) {
      text_.clear();
      if (has_layout_) {
        const auto bytes = nb::cast<nb::bytes>(w.state.attr("to_bytes")(hides_side_ ? static_cast<int>(w.side) : 0));
        w.stable_key = key_of_bytes(reinterpret_cast<const unsigned char*>(bytes.c_str()), bytes.size());
      } else if (append_text(w, text_)) {
        w.stable_key = blake2b_64(text_);
      } else {
        const auto key = PyLong_AsUnsignedLongLong(attribute(node(w), names().key).ptr());
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        w.stable_key = key;
      }
    }
    return *w.stable_key;
  }

  // False where only a node can say.
  bool append_text(const PythonPosition& w, std::string& out) const {
    if (format_state_.is_valid()) {
      const auto answer = call(format_state_, w.state);
      if (!answer.is_valid() || PyUnicode_CheckExact(answer.ptr()) == 0) return false;
      Py_ssize_t size = 0;
      const char* const text = PyUnicode_AsUTF8AndSize(answer.ptr(), &size);
      PyErr_Clear();
      if (text == nullptr || size == 0 || text[0] <= ' ' || text[0] > '~') return false;
      out.append(text, static_cast<std::size_t>(size));
    } else if (!append_notation(w.state, out)) {
      return false;
    }
    if (hides_side_) out += w.side == Side::first ? " first" : " second";
    return true;
  }

  PythonPositionPtr interned(nb::object state, Side side) const {
    const auto hash = PyObject_Hash(state.ptr());
    if (hash == -1) {
      PyErr_Clear();
      attribute(make_node_(state, static_cast<int>(side)), names().hashed);  // reports the mistake
      throw RulesError("a position of a game in Python can't be hashed");
    }
    if (auto found = positions_.find(state, hash, side)) return found;
    if (max_positions_ > 0 && positions_.size() >= max_positions_) positions_.clear();
    return positions_.add(std::move(state), hash, side);
  }

  Side turn_of(PythonPosition& w) const {
    if (w.turn < 0) {
      if (hides_side_) return w.side;
      const auto answer = call(turn_, w.state);
      w.turn = parse_side(answer);
      if (w.turn < 0 || (w.turn == 2 && !chances_.is_valid()))
        w.turn = static_cast<int>(integer_attribute(node(w), names().turn, 0, has_chance() ? 2 : 1));
    }
    return static_cast<Side>(w.turn);
  }

  static int parse_side(const nb::object& answer) {
    if (!answer.is_valid() || PyUnicode_CheckExact(answer.ptr()) == 0) return -1;
    return equals(answer.ptr(), names().first)    ? 0
           : equals(answer.ptr(), names().second) ? 1
           : equals(answer.ptr(), names().chance) ? 2
                                                  : -1;
  }

  Side mover_of(PythonPosition& w) const {
    if (w.mover < 0) {
      w.mover = static_cast<int>(turn_of(w));
      if (w.mover == 2) {
        w.mover = roller_.is_valid() ? parse_side(call(roller_, w.state)) : -1;
        if (w.mover != 0 && w.mover != 1) w.mover = static_cast<int>(integer_attribute(node(w), names().mover, 0, 1));
      }
    }
    return static_cast<Side>(w.mover);
  }

  Result result_of(PythonPosition& w) const {
    if (w.result < 0) {
      const auto answer = call(outcome_, w.state);
      if (answer.is_none()) return static_cast<Result>(w.result = 0);
      if (answer.is_valid() && PyUnicode_CheckExact(answer.ptr()) != 0 && span_ == 0) {
        auto* const text = answer.ptr();
        if (equals(text, names().first) || equals(text, names().second) || equals(text, names().draw))
          w.result = equals(text, names().first) ? 1 : equals(text, names().second) ? 2 : 3;
        else if (equals(text, names().win) || equals(text, names().loss))
          w.result = static_cast<int>(win_for(equals(text, names().win) ? mover_of(w) : opponent(mover_of(w))));
      }
      if (answer.is_valid() && PyLong_CheckExact(answer.ptr()) != 0 && span_ > 0) {
        int overflow = 0;
        const long points = PyLong_AsLongAndOverflow(answer.ptr(), &overflow);
        if (overflow == 0 && points >= min_points_ && points <= max_points_) {
          w.points = static_cast<int>(points);
          w.result = points > 0 ? 1 : points < 0 ? 2 : 3;
        }
      }
      if (w.result < 0) {
        const auto checked = node(w);
        w.result = static_cast<int>(integer_attribute(checked, names().result, 0, 3));
        if (span_ > 0 && w.result > 0)
          w.points = static_cast<int>(integer_attribute(checked, names().points, -kMaxPoints, kMaxPoints));
      }
    }
    return static_cast<Result>(w.result);
  }

  int count_of(PythonPosition& w) const {
    if (w.count < 0) {
      nb::object legal_moves;
      if (turn_of(w) == Side::chance) {
        if (!read_chances(w, call(chances_, w.state), legal_moves)) {
          const auto checked = node(w);
          legal_moves = attribute(checked, names().moves);
          w.probabilities = nb::cast<std::vector<double>>(attribute(checked, names().probabilities));
        }
      } else {
        const auto answer = call(moves_, w.state);
        if (answer.is_valid()) legal_moves = nb::steal(PySequence_List(answer.ptr()));
        PyErr_Clear();
        if (!legal_moves.is_valid() || PyList_Size(legal_moves.ptr()) == 0)
          legal_moves = attribute(node(w), names().moves);
      }
      w.moves = std::move(legal_moves);
      const auto count = PyList_Size(w.moves.ptr());
      if (count > kMaxMoves) throw RulesError("a game in Python has too many moves in one position");
      if (!w.probabilities.empty() && w.probabilities.size() != static_cast<std::size_t>(count))
        throw RulesError("a game in Python gives other probabilities than moves");
      if (w.probabilities.empty() && turn_of(w) == Side::chance)
        throw RulesError("a game in Python gives no probabilities");
      w.count = static_cast<int>(count);
    }
    return w.count;
  }

  // Reads outcomes and probabilities; false if they are malformed.
  static bool read_chances(PythonPosition& w, const nb::object& answer, nb::object& legal_moves) {
    if (!answer.is_valid() || PyDict_CheckExact(answer.ptr()) == 0 || PyDict_Size(answer.ptr()) == 0) return false;
    double sum = 0;
    w.probabilities.clear();
    for (const auto [move, chance] : nb::borrow<nb::dict>(answer)) {
      const double probability = PyFloat_AsDouble(chance.ptr());
      if (PyErr_Occurred() != nullptr || !(probability > 0)) {
        PyErr_Clear();
        return false;
      }
      sum += probability;
      w.probabilities.push_back(probability);
    }
    legal_moves = nb::steal(PyDict_Keys(answer.ptr()));
    return std::abs(sum - 1) <= 1e-9 && legal_moves.is_valid();
  }

  PythonPositionPtr child_of(PythonPosition& w, Move move) const {
    const auto count = static_cast<std::size_t>(count_of(w));
    if (move >= count) throw RulesError("that move is not allowed here");
    if (w.children.size() == count && w.children[move]) return w.children[move];
    auto next = call(play_, w.state, PyList_GetItem(w.moves.ptr(), static_cast<Py_ssize_t>(move)));
    if (!next.is_valid()) next = attribute(node(w), names().child_state)(move);
    auto child = interned(std::move(next), hides_side_ ? opponent(w.side) : Side::first);
    // Only now, as clearing the cache resets the children.
    w.children.resize(count);
    w.children[move] = child;
    return child;
  }

  static constexpr long kMaxPoints = 100'000;
  static constexpr Py_ssize_t kMaxMoves = 1 << 20;

  const Rules& plain_;
  nb::object own_;
  std::size_t max_positions_;
  double span_;
  long min_points_ = 0, max_points_ = 0;  // points
  nb::object make_node_;
  bool hides_side_;
  bool has_layout_;
  nb::object moves_, play_, outcome_, turn_, roller_, chances_, evaluate_, canonical_, tier_,
      format_state_;  // null if not defined
  mutable PythonPositions positions_;
  mutable std::string text_;  // buffer for keys
};

nb::object CachedBox::node() const { return rules->node(*at); }
std::string CachedBox::text() const { return rules->text_of(*at); }
std::uint64_t CachedBox::table_key() const { return rules->table_key_of(at); }

}  // namespace

std::unique_ptr<const Rules> make_cached_python_rules(const Rules& rules, nb::object own, std::size_t most) {
  return std::make_unique<const CachedPythonRules>(rules, std::move(own), most);
}

}  // namespace kibitz
