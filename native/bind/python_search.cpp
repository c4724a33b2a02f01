// Positions are interned by Python's own equality, so that each is asked once.
// What is said is believed here only where it has the plain shape of a right
// answer; anything else is asked again of a node, which checks it and names the
// mistake.
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
#include "bind/python_box.hpp"
#include "bind/python_names.hpp"
#include "bind/python_notation.hpp"
#include "bind/python_positions.hpp"

namespace nb = nanobind;

namespace kibitz {
namespace {

// Words in a program are interned, so that nearly always the two are one object.
bool says(PyObject* text, PyObject* word) { return text == word || PyUnicode_Compare(text, word) == 0; }

class WalkedRules;

struct WalkedBox final : PythonBox {
  WalkedBox(const Identity* identity, const WalkedRules* r, PythonPositionPtr w)
      : PythonBox(identity), rules(r), at(std::move(w)) {}
  nb::object node() const override;
  std::string text() const override;
  std::uint64_t table_key() const override;

  const WalkedRules* rules;
  PythonPositionPtr at;
  std::vector<PythonPositionPtr> before;  // where we came from, to take moves back
};

class WalkedRules final : public Rules {
 public:
  WalkedRules(const Rules& plain, nb::object own, std::size_t most)
      : Rules(plain.identity()),
        plain_(plain),
        own_(std::move(own)),
        most_(most),
        span_(plain.span()),
        make_node_(own_.attr("node")),
        hidden_side_(nb::cast<bool>(own_.attr("hides_side"))),
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
    if (span_ > 0) std::tie(least_, greatest_) = nb::cast<std::pair<long, long>>(own_.attr("points"));
  }

  bool in_python() const override { return true; }
  bool has_chance() const override { return plain_.has_chance(); }
  bool has_evaluation() const override { return plain_.has_evaluation(); }
  double span() const override { return span_; }
  int symmetries() const override { return 1; }

  StatePtr start() const override { return enter(*plain_.start()); }
  // A state of these rules, or of the plain ones.
  StatePtr enter(const ErasedState& s) const override {
    const auto node = static_cast<const PythonBox&>(s).node();
    return box(interned(asked(node, names().state), static_cast<Side>(whole_number(node, names().side, 0, 1))));
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
  // Different positions differ, but only while this lives.
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
    return nb::cast<std::string>(asked(node(w), names().text));
  }

  long tier_of(const ErasedState& s) const override {
    if (!tier_.is_valid()) return 0;
    const auto said = called(tier_, at(s)->state);
    if (said.is_valid() && PyLong_CheckExact(said.ptr()) != 0) {
      int overflow = 0;
      const long tier = PyLong_AsLongAndOverflow(said.ptr(), &overflow);
      if (overflow == 0) return tier;
    }
    return whole_number(node(*at(s)), names().tier, std::numeric_limits<long>::min(), std::numeric_limits<long>::max());
  }
  std::uint32_t* label(const ErasedState& s) const override { return &canonical_of(at(s))->label; }
  void forget(const ErasedState& s, bool for_good) const override {
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
    auto& own = static_cast<WalkedBox&>(s);
    auto next = child_of(*own.at, move);
    own.before.push_back(std::exchange(own.at, std::move(next)));
    return {};
  }
  void advance(ErasedState& s, Move move) const override {
    auto& own = static_cast<WalkedBox&>(s);
    own.at = child_of(*own.at, move);
  }
  void undo(ErasedState& s, Move, const ErasedUndo&) const override {
    auto& own = static_cast<WalkedBox&>(s);
    own.at = std::move(own.before.back());
    own.before.pop_back();
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
      auto said = called(evaluate_, w.state);
      if (!said.is_valid() || (PyFloat_CheckExact(said.ptr()) == 0 && PyLong_CheckExact(said.ptr()) == 0))
        said = asked(node(w), names().evaluation);
      w.evaluation = PyFloat_AsDouble(said.ptr());
      if (!std::isfinite(w.evaluation) || PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        w.evaluation = nb::cast<double>(asked(node(w), names().evaluation));
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
  static const PythonPositionPtr& at(const ErasedState& s) { return static_cast<const WalkedBox&>(s).at; }
  StatePtr box(PythonPositionPtr w) const { return std::make_unique<WalkedBox>(identity(), this, std::move(w)); }

  nb::object method(const char* name) const {
    auto found = own_.attr("game").attr(name);
    return found.is_none() ? nb::object() : nb::object(found);
  }

  // What a method answers; nothing if it failed, which a node says better. Only
  // what interrupts the program goes through.
  static nb::object called(const nb::object& method, nb::handle a, nb::handle b = {}) {
    if (!method.is_valid()) return {};
    // The place before the arguments is for the object that a method is bound to.
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
    auto standing = called(canonical_, w->state);
    if (!standing.is_valid()) standing = asked(node(*w), names().standing);
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
      if (append_text(w, text_)) {
        w.stable_key = blake2b_64(text_);
      } else {
        const auto key = PyLong_AsUnsignedLongLong(asked(node(w), names().key).ptr());
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        w.stable_key = key;
      }
    }
    return *w.stable_key;
  }

  // False where only a node can say.
  bool append_text(const PythonPosition& w, std::string& out) const {
    if (format_state_.is_valid()) {
      const auto said = called(format_state_, w.state);
      if (!said.is_valid() || PyUnicode_CheckExact(said.ptr()) == 0) return false;
      Py_ssize_t size = 0;
      const char* const text = PyUnicode_AsUTF8AndSize(said.ptr(), &size);
      PyErr_Clear();
      if (text == nullptr || size == 0 || text[0] <= ' ' || text[0] > '~') return false;
      out.append(text, static_cast<std::size_t>(size));
    } else if (!append_notation(w.state, out)) {
      return false;
    }
    if (hidden_side_) out += w.side == Side::first ? " first" : " second";
    return true;
  }

  PythonPositionPtr interned(nb::object state, Side side) const {
    const auto hash = PyObject_Hash(state.ptr());
    if (hash == -1) {
      PyErr_Clear();
      asked(make_node_(state, static_cast<int>(side)), names().hashed);  // says what is wrong
      throw RulesError("a position of a game in Python can't be hashed");
    }
    if (auto found = positions_.find(state, hash, side)) return found;
    if (most_ > 0 && positions_.size() >= most_) positions_.clear();
    return positions_.add(std::move(state), hash, side);
  }

  Side turn_of(PythonPosition& w) const {
    if (w.turn < 0) {
      if (hidden_side_) return w.side;
      const auto said = called(turn_, w.state);
      w.turn = side_in(said);
      if (w.turn < 0 || (w.turn == 2 && !chances_.is_valid()))
        w.turn = static_cast<int>(whole_number(node(w), names().turn, 0, has_chance() ? 2 : 1));
    }
    return static_cast<Side>(w.turn);
  }

  static int side_in(const nb::object& said) {
    if (!said.is_valid() || PyUnicode_CheckExact(said.ptr()) == 0) return -1;
    return says(said.ptr(), names().first)    ? 0
           : says(said.ptr(), names().second) ? 1
           : says(said.ptr(), names().chance) ? 2
                                              : -1;
  }

  Side mover_of(PythonPosition& w) const {
    if (w.mover < 0) {
      w.mover = static_cast<int>(turn_of(w));
      if (w.mover == 2) {
        w.mover = roller_.is_valid() ? side_in(called(roller_, w.state)) : -1;
        if (w.mover != 0 && w.mover != 1) w.mover = static_cast<int>(whole_number(node(w), names().mover, 0, 1));
      }
    }
    return static_cast<Side>(w.mover);
  }

  Result result_of(PythonPosition& w) const {
    if (w.result < 0) {
      const auto said = called(outcome_, w.state);
      if (said.is_none()) return static_cast<Result>(w.result = 0);
      if (said.is_valid() && PyUnicode_CheckExact(said.ptr()) != 0 && span_ == 0) {
        auto* const text = said.ptr();
        if (says(text, names().first) || says(text, names().second) || says(text, names().draw))
          w.result = says(text, names().first) ? 1 : says(text, names().second) ? 2 : 3;
        else if (says(text, names().win) || says(text, names().loss))
          w.result = static_cast<int>(win_for(says(text, names().win) ? mover_of(w) : opponent(mover_of(w))));
      }
      if (said.is_valid() && PyLong_CheckExact(said.ptr()) != 0 && span_ > 0) {
        int overflow = 0;
        const long points = PyLong_AsLongAndOverflow(said.ptr(), &overflow);
        if (overflow == 0 && points >= least_ && points <= greatest_) {
          w.points = static_cast<int>(points);
          w.result = points > 0 ? 1 : points < 0 ? 2 : 3;
        }
      }
      if (w.result < 0) {
        const auto checked = node(w);
        w.result = static_cast<int>(whole_number(checked, names().result, 0, 3));
        if (span_ > 0 && w.result > 0)
          w.points = static_cast<int>(whole_number(checked, names().points, -kMaxPoints, kMaxPoints));
      }
    }
    return static_cast<Result>(w.result);
  }

  int count_of(PythonPosition& w) const {
    if (w.count < 0) {
      nb::object listed;
      if (turn_of(w) == Side::chance) {
        if (!weigh(w, called(chances_, w.state), listed)) {
          const auto checked = node(w);
          listed = asked(checked, names().moves);
          w.probabilities = nb::cast<std::vector<double>>(asked(checked, names().probabilities));
        }
      } else {
        const auto said = called(moves_, w.state);
        if (said.is_valid()) listed = nb::steal(PySequence_List(said.ptr()));
        PyErr_Clear();
        if (!listed.is_valid() || PyList_Size(listed.ptr()) == 0) listed = asked(node(w), names().moves);
      }
      w.moves = std::move(listed);
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

  // What may happen and how likely it is, if that is said as it should be.
  static bool weigh(PythonPosition& w, const nb::object& said, nb::object& listed) {
    if (!said.is_valid() || PyDict_CheckExact(said.ptr()) == 0 || PyDict_Size(said.ptr()) == 0) return false;
    double sum = 0;
    w.probabilities.clear();
    for (const auto [move, chance] : nb::borrow<nb::dict>(said)) {
      const double probability = PyFloat_AsDouble(chance.ptr());
      if (PyErr_Occurred() != nullptr || !(probability > 0)) {
        PyErr_Clear();
        return false;
      }
      sum += probability;
      w.probabilities.push_back(probability);
    }
    listed = nb::steal(PyDict_Keys(said.ptr()));
    return std::abs(sum - 1) <= 1e-9 && listed.is_valid();
  }

  PythonPositionPtr child_of(PythonPosition& w, Move move) const {
    const auto count = static_cast<std::size_t>(count_of(w));
    if (move >= count) throw RulesError("that move is not allowed here");
    if (w.children.size() == count && w.children[move]) return w.children[move];
    auto next = called(play_, w.state, PyList_GetItem(w.moves.ptr(), static_cast<Py_ssize_t>(move)));
    if (!next.is_valid()) next = asked(node(w), names().child_state)(move);
    auto child = interned(std::move(next), hidden_side_ ? opponent(w.side) : Side::first);
    // Only now: what was forgotten meanwhile took the others with it.
    w.children.resize(count);
    w.children[move] = child;
    return child;
  }

  static constexpr long kMaxPoints = 100'000;
  static constexpr Py_ssize_t kMaxMoves = 1 << 20;

  const Rules& plain_;
  nb::object own_;
  std::size_t most_;
  double span_;
  long least_ = 0, greatest_ = 0;  // points
  nb::object make_node_;
  bool hidden_side_;
  nb::object moves_, play_, outcome_, turn_, roller_, chances_, evaluate_, canonical_, tier_,
      format_state_;  // null where there is none
  mutable PythonPositions positions_;
  mutable std::string text_;  // while a key is made
};

nb::object WalkedBox::node() const { return rules->node(*at); }
std::string WalkedBox::text() const { return rules->text_of(*at); }
std::uint64_t WalkedBox::table_key() const { return rules->table_key_of(at); }

}  // namespace

std::unique_ptr<const Rules> walk_python_rules(const Rules& rules, nb::object own, std::size_t most) {
  return std::make_unique<const WalkedRules>(rules, std::move(own), most);
}

}  // namespace kibitz
