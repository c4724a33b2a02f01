// What a position in Python rests on. Playing ply by ply from Python happens
// here, in one call for the next position and one for its moves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "base/cold.hpp"
#include "bind/bindings.hpp"
#include "bind/core_game.hpp"
#include "bind/repetition.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

// The state inside a Python object, which must be one.
const ErasedState& state_in(nb::handle state) {
  if (!nb::inst_ready(state)) throw nb::type_error("this state was never made");
  return *nb::inst_ptr<ErasedState>(state);
}

class PositionBase {
 public:
  // What the positions of one game share: it, its core, its codec with the moves
  // by code (in games of the core), and what its moves say of whose they are.
  struct Link {
    nb::object game;
    std::shared_ptr<const CoreGame> core;
    nb::object codec;
    nb::object known;
    nb::object identity;
    nb::object moves_type;  // a tuple that also finds a move by its text
  };

  PositionBase(Link link, nb::object state) : link_(std::move(link)), state_(std::move(state)) {}

  const nb::object& game() const { return link_.game; }
  const nb::object& state() const { return state_; }

  // Nothing once the game has ended, by the rules or because positions came back.
  const nb::object& moves() {
    if (!moves_.is_valid()) {
      if (by_repetition() != Result::ongoing)
        moves_ = offered({});
      else if (rules().in_python())
        moves_ = offered(nb::list(link_.codec.attr("legal")(state_)));
      else
        moves_ = listed();
      if (repetition().forbidden) moves_ = offered(without_forbidden(moves_));
    }
    return moves_;
  }

  Result result() {
    if (const Result said = rules().result(opened()); said != Result::ongoing) return said;
    const Result repeated = by_repetition();
    if (repeated != Result::ongoing || !repetition().forbidden || nb::len(moves()) > 0) return repeated;
    return win_for(opponent(rules().turn(opened())));  // every move brings a position back
  }

  bool is_over() { return result() != Result::ongoing; }
  nb::object turn() const { return side_object(rules().turn(opened())); }
  nb::object mover() const { return side_object(rules().mover(opened())); }

  // How often it has been on the board, this time included.
  int times() const { return kibitz::times(rules(), opened()); }

  // The states before, the latest first, each with who acted there.
  nb::list past() const {
    nb::list out;
    for (const auto* history = opened().history(); history != nullptr; history = history->previous.get())
      out.append(nb::make_tuple(wrapped(rules().copy(*history->state)), static_cast<int>(history->actor)));
    return out;
  }

  // The position after a move, of the same Python type as `self`, which this is behind.
  nb::object after(nb::handle self, nb::handle move) const {
    static PyObject* const rules_name = PyUnicode_InternFromString("rules");
    check_owner(asked(move, rules_name));
    const auto code = rules().in_python() ? link_.codec.attr("code")(self, move) : asked(move, code_name());
    auto next = rules().after(opened(), nb::cast<Move>(code));
    if (repetition().any()) {
      if (repetition().forbidden && times_before(rules(), opened(), *next) > 0)
        throw RulesError("that move brings a position back, which is not allowed");
      next->set_history(history_after(rules(), opened()));
    }
    auto out = nb::inst_alloc(self.type());
    new (nb::inst_ptr<PositionBase>(out)) PositionBase(link_, wrapped(std::move(next)));
    nb::inst_mark_ready(out);
    return out;
  }

  // A game may hold positions that hold it; Python's collector must see through that.
  static int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    const auto* position = nb::inst_ptr<PositionBase>(self);
    Py_VISIT(position->link_.game.ptr());
    Py_VISIT(position->link_.codec.ptr());
    Py_VISIT(position->link_.known.ptr());
    Py_VISIT(position->link_.moves_type.ptr());
    Py_VISIT(position->state_.ptr());
    Py_VISIT(position->moves_.ptr());
    return 0;
  }
  static int clear(PyObject* self) {
    if (!nb::inst_ready(self)) return 0;
    auto* position = nb::inst_ptr<PositionBase>(self);
    position->link_.game.reset();
    position->link_.codec.reset();
    position->link_.known.reset();
    position->link_.moves_type.reset();
    position->moves_.reset();
    return 0;
  }

 private:
  const Rules& rules() const { return link_.core->rules(); }
  const ErasedState& opened() const { return *nb::inst_ptr<ErasedState>(state_); }

  // Not by `cast`, which would look for a Python class of each game's own states.
  static nb::object wrapped(Rules::StatePtr box) {
    auto state = nb::inst_take_ownership(nb::type<ErasedState>(), box.get());
    box.release();
    return state;
  }

  // The member of Python's enumeration.
  static nb::object side_object(Side side) {
    static PyObject* const sides = PySequence_Tuple(nb::module_::import_("kibitz.base.side").attr("Side").ptr());
    if (sides == nullptr) throw nb::python_error();
    return nb::borrow(PyTuple_GetItem(sides, static_cast<Py_ssize_t>(side)));
  }

  const Repetition& repetition() const { return link_.core->repetition(); }

  Result by_repetition() const { return result_by_repetition(rules(), repetition(), opened()); }

  nb::list without_forbidden(const nb::object& all) const {
    nb::list out;
    for (const auto move : all) {
      const auto code = asked(move, code_name());
      if (times_before(rules(), opened(), *rules().after(opened(), nb::cast<Move>(code))) == 0) out.append(move);
    }
    return out;
  }

  // Package for so many moves, of the type that Python is given. It is told of the
  // game and the state, not of this position: that would be a circle at every ply.
  nb::object moves_of_size(std::size_t count) const {
    static PyObject* const origin_name = PyUnicode_InternFromString("_origin");
    auto* type = reinterpret_cast<PyTypeObject*>(link_.moves_type.ptr());
    auto out = nb::steal(PyType_GenericAlloc(type, static_cast<Py_ssize_t>(count)));
    if (!out.is_valid()) throw nb::python_error();
    const auto origin = nb::make_tuple(link_.game, state_);
    if (PyObject_GenericSetAttr(out.ptr(), origin_name, origin.ptr()) != 0) throw nb::python_error();
    return out;
  }

  nb::object offered(const nb::list& moves) const {
    auto out = moves_of_size(nb::len(moves));
    for (std::size_t i = 0; i < nb::len(moves); ++i)
      PyTuple_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), nb::object(moves[i]).release().ptr());
    return out;
  }

  // Made once and kept for good: the names are looked up at every ply.
  static PyObject* code_name() {
    static PyObject* const name = PyUnicode_InternFromString("code");
    return name;
  }

  static nb::object asked(nb::handle from, PyObject* name) {
    auto answer = nb::steal(PyObject_GetAttr(from.ptr(), name));
    if (answer.is_valid()) return answer;
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw nb::python_error();
    PyErr_Clear();
    throw nb::type_error("this is no move; a game's positions list theirs");
  }

  // Texts are interned, so that of our own game is this very object, unless the
  // move comes from another process. A move that nobody made says nothing.
  void check_owner(const nb::object& said) const {
    if (said.is(link_.identity)) return;
    const int same = PyObject_RichCompareBool(said.ptr(), link_.identity.ptr(), Py_EQ);
    if (same < 0) throw nb::python_error();
    const int any = PyObject_IsTrue(said.ptr());
    if (any < 0) throw nb::python_error();
    if (same == 0 && any == 1)
      throw WrongGame(std::string("this move belongs to another game, ") + nb::str(said).c_str() + ", not to " +
                      link_.core->identity()->text());
  }

  nb::object listed() const {
    thread_local MoveList kept;  // emptied, not freed: this runs at every ply
    kept.clear();
    if (rules().result(opened()) == Result::ongoing) rules().moves(opened(), kept);
    const std::span<const Move> codes(kept.begin(), kept.size());  // to ask only once where the thread's list is
    auto out = moves_of_size(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const nb::int_ code(codes[i]);
      // Straight into the dictionary; only what is not there yet is asked for by way of Python.
      auto move = nb::borrow(PyDict_GetItemWithError(link_.known.ptr(), code.ptr()));
      if (!move.is_valid()) move = link_.known[code];
      PyTuple_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), move.release().ptr());
    }
    return out;
  }

  Link link_;
  nb::object state_;
  nb::object moves_;  // once they are asked for
};

}  // namespace

KIBITZ_COLD void bind_position(nb::module_& m) {
  static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&PositionBase::traverse)},
                                {Py_tp_clear, reinterpret_cast<void*>(&PositionBase::clear)},
                                {0, nullptr}};
  nb::class_<PositionBase>(m, "PositionBase", nb::type_slots(slots), "What a position rests on; never changes.")
      .def(
          "__init__",
          [](PositionBase* self, nb::object game, nb::handle_t<ErasedState> state) {
            const auto rules = game.attr("rules");
            const auto codec = game.attr("codec");
            auto core = nb::cast<std::shared_ptr<const CoreGame>>(rules);
            auto known = core->rules().in_python() ? nb::object(nb::dict()) : nb::object(codec.attr("known"));
            PositionBase::Link link{game,  std::move(core),        codec,
                                    known, rules.attr("identity"), codec.attr("moves_type")};
            if (!PyType_Check(link.moves_type.ptr()) ||
                PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(link.moves_type.ptr()), &PyTuple_Type) == 0)
              throw nb::type_error("moves_type must be a kind of tuple");
            if (!nb::isinstance<nb::dict>(link.known)) throw nb::type_error("known must be a dictionary");
            link.core->own(state_in(state));
            new (self) PositionBase(std::move(link), nb::borrow(state));
          },
          "game"_a, "state"_a)
      .def_prop_ro("game", &PositionBase::game, "The game it belongs to.")
      .def_prop_ro("state", &PositionBase::state, nb::sig("def state(self) -> State"),
                   "What the core calls it; for the floors that talk to the core.")
      .def_prop_ro("moves", &PositionBase::moves, nb::sig("def moves(self) -> tuple[typing.Any, ...]"),
                   "What is allowed now; nothing once the game has ended.")
      .def_prop_ro(
          "result", [](PositionBase& self) { return static_cast<int>(self.result()); },
          "0 not ended, 1 won by the first player, 2 by the second, 3 drawn.")
      .def_prop_ro("is_over", &PositionBase::is_over, "Whether the game has ended.")
      .def_prop_ro("turn", &PositionBase::turn, nb::sig("def turn(self) -> typing.Any"),
                   "Who acts: a player, or chance.")
      .def_prop_ro("mover", &PositionBase::mover, nb::sig("def mover(self) -> typing.Any"),
                   "Whose view values are given from: `turn`, or the player for whom the dice roll.")
      .def_prop_ro("times", &PositionBase::times,
                   "How often it has been on the board, this time included, where positions may come back.")
      .def_prop_ro("past", &PositionBase::past, nb::sig("def past(self) -> list[tuple[State, int]]"),
                   "The states before, the latest first, each with who acted there.")
      .def(
          "after",
          [](nb::handle_t<PositionBase> self, nb::handle move) {
            if (!nb::inst_ready(self)) throw nb::type_error("this position was never made");
            return nb::inst_ptr<PositionBase>(self)->after(self, move);
          },
          "move"_a, nb::sig("def after(self, move: object) -> typing.Self"),
          "The position after a move; ValueError if it is not allowed.");
}

}  // namespace kibitz
