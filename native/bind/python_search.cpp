// Positions are interned by Python's own equality, so that each is asked once.
// What is said is believed here only where it has the plain shape of a right
// answer; anything else is asked again of a node, which checks it and names the
// mistake.
#include "bind/python_search.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/python_box.hpp"
#include "bind/python_names.hpp"

namespace nb = nanobind;

namespace kibitz {
namespace {

// What is known of a position so far.
struct Walked {
  nb::object state;
  Side side;  // whose turn it is where the position does not say
  std::uint64_t id;
  std::size_t place;  // among the positions that are remembered
  int turn = -1, mover = -1, result = -1, count = -1;
  int points = 0;
  bool evaluated = false;
  double evaluation = 0;
  nb::object moves;  // a list, once they are asked for
  std::vector<double> probabilities;
  std::vector<std::shared_ptr<Walked>> children;  // where they were asked for
};
using WalkedPtr = std::shared_ptr<Walked>;

bool says(PyObject* text, const char* word) { return PyUnicode_CompareWithASCIIString(text, word) == 0; }

class WalkedRules;

struct WalkedBox final : PythonBox {
  WalkedBox(const Identity* identity, const WalkedRules* r, WalkedPtr w)
      : PythonBox(identity), rules(r), at(std::move(w)) {}
  nb::object node() const override;

  const WalkedRules* rules;
  WalkedPtr at;
  std::vector<WalkedPtr> before;  // where we came from, to take moves back
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
        tier_(method("tier")) {
    if (span_ > 0) std::tie(least_, greatest_) = nb::cast<std::pair<long, long>>(own_.attr("points"));
  }

  // Positions that come back hold each other.
  ~WalkedRules() override { forget_all(); }

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
  std::uint64_t stable_key(const ErasedState& s) const override {
    const auto out = PyLong_AsUnsignedLongLong(asked(node(*at(s)), names().key).ptr());
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return out;
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
  void forget(const ErasedState& s, bool for_good) const override {
    Walked& w = *at(s);
    w.count = -1;
    w.moves = {};
    w.probabilities = {};
    w.children = {};
    if (!for_good || nodes_[w.place] != at(s)) return;
    if (PyDict_DelItem(ids_[static_cast<std::size_t>(w.side)].ptr(), w.state.ptr()) != 0) throw nb::python_error();
    nodes_[w.place] = nullptr;
    free_.push_back(w.place);
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
  StatePtr canonical(const ErasedState& s) const override {
    if (!canonical_.is_valid()) return copy(s);
    auto standing = called(canonical_, at(s)->state);
    if (!standing.is_valid()) standing = asked(node(*at(s)), names().standing);
    return box(interned(std::move(standing), at(s)->side));
  }
  std::uint64_t canonical_key(const ErasedState& s) const override { return key(*canonical(s)); }
  SymmetricKey symmetric_key(const ErasedState& s) const override { return {key(s), 0}; }

  double evaluate(const ErasedState& s) const override {
    if (!evaluate_.is_valid()) return 0;
    Walked& w = *at(s);
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

  nb::object node(const Walked& w) const { return make_node_(w.state, static_cast<int>(w.side)); }

 private:
  static const WalkedPtr& at(const ErasedState& s) { return static_cast<const WalkedBox&>(s).at; }
  StatePtr box(WalkedPtr w) const { return std::make_unique<WalkedBox>(identity(), this, std::move(w)); }

  nb::object method(const char* name) const {
    auto found = own_.attr("game").attr(name);
    return found.is_none() ? nb::object() : nb::object(found);
  }

  // What a method answers; nothing if it failed, which a node says better. Only
  // what interrupts the program goes through.
  static nb::object called(const nb::object& method, nb::handle a, nb::handle b = {}) {
    if (!method.is_valid()) return {};
    PyObject* const arguments[] = {a.ptr(), b.ptr()};
    auto answer = nb::steal(PyObject_Vectorcall(method.ptr(), arguments, b.is_valid() ? 2 : 1, nullptr));
    if (!answer.is_valid()) {
      const bool failed = PyErr_ExceptionMatches(PyExc_Exception) != 0 || PyErr_ExceptionMatches(PyExc_SystemExit) != 0;
      if (!failed) throw nb::python_error();
      PyErr_Clear();
    }
    return answer;
  }

  WalkedPtr interned(nb::object state, Side side) const {
    auto& ids = ids_[static_cast<std::size_t>(side)];
    auto* const found = PyDict_GetItemWithError(ids.ptr(), state.ptr());
    if (found != nullptr) return nodes_[PyLong_AsSize_t(found)];
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      asked(make_node_(state, static_cast<int>(side)), names().hashed);  // says what is wrong
      throw RulesError("a position of a game in Python can't be hashed");
    }
    if (most_ > 0 && nodes_.size() >= most_) forget_all();
    auto out = std::make_shared<Walked>();
    out->side = side;
    out->id = ++made_;
    out->place = free_.empty() ? nodes_.size() : free_.back();
    const nb::int_ place(out->place);
    if (PyDict_SetItem(ids.ptr(), state.ptr(), place.ptr()) != 0) throw nb::python_error();
    out->state = std::move(state);
    if (free_.empty()) {
      nodes_.push_back(out);
    } else {
      free_.pop_back();
      nodes_[out->place] = out;
    }
    return out;
  }

  // Makes room. Positions that somebody stands on stay as they are.
  void forget_all() const {
    for (auto& ids : ids_) PyDict_Clear(ids.ptr());
    for (auto& node : nodes_)
      if (node) node->children.clear();
    nodes_.clear();
    free_.clear();
  }

  Side turn_of(Walked& w) const {
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
    return says(said.ptr(), "first") ? 0 : says(said.ptr(), "second") ? 1 : says(said.ptr(), "chance") ? 2 : -1;
  }

  Side mover_of(Walked& w) const {
    if (w.mover < 0) {
      w.mover = static_cast<int>(turn_of(w));
      if (w.mover == 2) {
        w.mover = roller_.is_valid() ? side_in(called(roller_, w.state)) : -1;
        if (w.mover != 0 && w.mover != 1) w.mover = static_cast<int>(whole_number(node(w), names().mover, 0, 1));
      }
    }
    return static_cast<Side>(w.mover);
  }

  Result result_of(Walked& w) const {
    if (w.result < 0) {
      const auto said = called(outcome_, w.state);
      if (said.is_none()) return static_cast<Result>(w.result = 0);
      if (said.is_valid() && PyUnicode_CheckExact(said.ptr()) != 0 && span_ == 0) {
        auto* const text = said.ptr();
        if (says(text, "first") || says(text, "second") || says(text, "draw"))
          w.result = says(text, "first") ? 1 : says(text, "second") ? 2 : 3;
        else if (says(text, "win") || says(text, "loss"))
          w.result = static_cast<int>(win_for(says(text, "win") ? mover_of(w) : opponent(mover_of(w))));
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

  int count_of(Walked& w) const {
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
      w.moves = nb::steal(PySequence_List(listed.ptr()));
      if (!w.moves.is_valid()) throw nb::python_error();
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
  static bool weigh(Walked& w, const nb::object& said, nb::object& listed) {
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

  WalkedPtr child_of(Walked& w, Move move) const {
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
  nb::object moves_, play_, outcome_, turn_, roller_, chances_, evaluate_, canonical_,
      tier_;                             // null where there is none
  mutable std::array<nb::dict, 2> ids_;  // place in `nodes_` by position, for each hidden side
  mutable std::vector<WalkedPtr> nodes_;
  mutable std::vector<std::size_t> free_;  // places in it
  mutable std::uint64_t made_ = 0;
};

nb::object WalkedBox::node() const { return rules->node(*at); }

}  // namespace

std::unique_ptr<const Rules> walk_python_rules(const Rules& rules, nb::object own, std::size_t most) {
  return std::make_unique<const WalkedRules>(rules, std::move(own), most);
}

}  // namespace kibitz
