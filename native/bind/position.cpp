// The base class of positions in Python. Playing from Python takes one call for the next position and one for its
// moves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "base/cold.hpp"
#include "bind/bindings.hpp"
#include "bind/core_game.hpp"
#include "bind/repetition.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {
namespace {

// The state in a Python object, with a type check.
const ErasedState& erased_state(nb::handle state) {
  if (!nb::inst_ready(state)) throw nb::type_error("this state was never made");
  return *nb::inst_ptr<ErasedState>(state);
}

class PositionBase {
 public:
  // Shared by the positions of a game: the game, its core, its codec with the moves by code (`known`, in built-in
  // games), and the identity that its moves carry.
  struct SharedData {
    nb::object game;
    std::shared_ptr<const CoreGame> core;
    nb::object codec;
    nb::object known;
    nb::object identity;
    nb::object moves_type;  // a tuple subclass that finds moves by text
  };

  PositionBase(SharedData link, nb::object state) : shared_(std::move(link)), state_(std::move(state)) {}

  const nb::object& game() const { return shared_.game; }
  const nb::object& state() const { return state_; }

  // Empty at the end of a game, by the rules or by repetition.
  const nb::object& moves() {
    if (!moves_.is_valid()) {
      if (repetition_result() != Result::ongoing)
        moves_ = make_moves({});
      else if (rules().in_python())
        moves_ = make_moves(nb::list(shared_.codec.attr("legal")(state_)));
      else
        moves_ = legal_moves();
      if (repetition().forbidden) moves_ = make_moves(without_forbidden(moves_));
    }
    return moves_;
  }

  Result result() {
    if (const Result answer = rules().result(erased()); answer != Result::ongoing) return answer;
    const Result repeated = repetition_result();
    if (repeated != Result::ongoing || !repetition().forbidden || nb::len(moves()) > 0) return repeated;
    return win_for(opponent(rules().turn(erased())));  // every move repeats a position
  }

  bool is_over() { return result() != Result::ongoing; }
  nb::object turn() const { return side_object(rules().turn(erased())); }
  nb::object mover() const { return side_object(rules().mover(erased())); }

  // Occurrences of this position, the present one included.
  int times() const { return kibitz::times(rules(), erased()); }

  // The earlier states, latest first, each with the side that acted.
  nb::list past() const {
    nb::list out;
    for (const auto* history = erased().history(); history != nullptr; history = history->previous.get())
      out.append(nb::make_tuple(wrapped(rules().copy(*history->state)), static_cast<int>(history->actor)));
    return out;
  }

  // The position after a move, of the Python type of `self`.
  nb::object after(nb::handle self, nb::handle move) const {
    static PyObject* const rules_name = PyUnicode_InternFromString("rules");
    check_owner(attribute(move, rules_name));
    const auto code = rules().in_python() ? shared_.codec.attr("code")(self, move) : attribute(move, code_name());
    auto next = rules().after(erased(), nb::cast<Move>(code));
    if (repetition().any()) {
      if (repetition().forbidden && occurrences_of(rules(), erased(), *next) > 0)
        throw RulesError("that move brings a position back, which is not allowed");
      next->set_history(history_after(rules(), erased()));
    }
    auto out = nb::inst_alloc(self.type());
    new (nb::inst_ptr<PositionBase>(out)) PositionBase(shared_, wrapped(std::move(next)));
    nb::inst_mark_ready(out);
    return out;
  }

  // The positions after each of a line of moves, of the Python type of `self`.
  static nb::list after_each(nb::handle self, const nb::handle moves) {
    nb::list out;
    nb::object last = nb::borrow(self);
    for (const auto move : moves) {
      last = nb::inst_ptr<PositionBase>(last)->after(last, move);
      out.append(last);
    }
    return out;
  }

  // Reads moves from a text of a record up to the first word that is neither a move number nor a move that the core
  // reads. Returns the moves, their words, where it stopped, the last position, and the one before it.
  static nb::tuple read_moves(nb::handle self, const nb::str& record, std::size_t at) {
    Py_ssize_t size = 0;
    const char* const utf8 = PyUnicode_AsUTF8AndSize(record.ptr(), &size);
    if (utf8 == nullptr) throw nb::python_error();
    const std::string_view text(utf8, static_cast<std::size_t>(size));
    nb::list moves, words;
    nb::object position = nb::borrow(self), before = nb::none();
    std::size_t end = at;
    for (std::string_view word = next_word(text, at); !word.empty(); word = next_word(text, at)) {
      const std::string_view move = without_number(word);
      if (!move.empty()) {
        auto* const here = nb::inst_ptr<PositionBase>(position);
        if (here->is_over()) break;
        const auto code = here->rules().read_move(here->erased(), move);
        if (!code) break;
        moves.append(here->move_object(*code));
        words.append(nb::str(move.data(), move.size()));
        before = position;
        position = here->after(position, moves[moves.size() - 1]);
      }
      end = at;
    }
    return nb::make_tuple(moves, words, end, position, before);
  }

  // For Python's cycle collector: games may hold positions.
  static int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    const auto* position = nb::inst_ptr<PositionBase>(self);
    Py_VISIT(position->shared_.game.ptr());
    Py_VISIT(position->shared_.codec.ptr());
    Py_VISIT(position->shared_.known.ptr());
    Py_VISIT(position->shared_.moves_type.ptr());
    Py_VISIT(position->state_.ptr());
    Py_VISIT(position->moves_.ptr());
    return 0;
  }
  static int clear(PyObject* self) {
    if (!nb::inst_ready(self)) return 0;
    auto* position = nb::inst_ptr<PositionBase>(self);
    position->shared_.game.reset();
    position->shared_.codec.reset();
    position->shared_.known.reset();
    position->shared_.moves_type.reset();
    position->moves_.reset();
    return 0;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  // The word at or after `at`, which becomes its end; empty at the end and at what is no plain word.
  static std::string_view next_word(std::string_view text, std::size_t& at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    const auto begin = at;
    if (begin == text.size() || text[begin] == '%') return {};
    while (at < text.size() && !is_blank(text[at])) {
      if (std::string_view("{}\";()[]").find(text[at]) != std::string_view::npos) {
        if (at == begin) return {};
        break;
      }
      ++at;
    }
    return text.substr(begin, at - begin);
  }
  // A word without a move number and its dots, which may be all of it.
  static std::string_view without_number(std::string_view word) {
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits])) ++digits;
    std::size_t dots = digits;
    while (dots < word.size() && word[dots] == '.') ++dots;
    return digits == 0 || digits > 9 || dots == digits ? word : word.substr(dots);
  }

  const Rules& rules() const { return shared_.core->rules(); }
  const ErasedState& erased() const { return *nb::inst_ptr<ErasedState>(state_); }

  // Not `cast`, which would look for a Python class of the game's state type.
  static nb::object wrapped(Rules::StatePtr box) {
    auto state = nb::inst_take_ownership(nb::type<ErasedState>(), box.get());
    box.release();
    return state;
  }

  // A member of the Python enumeration.
  static nb::object side_object(Side side) {
    static PyObject* const sides = PySequence_Tuple(nb::module_::import_("kibitz.base.side").attr("Side").ptr());
    if (sides == nullptr) throw nb::python_error();
    return nb::borrow(PyTuple_GetItem(sides, static_cast<Py_ssize_t>(side)));
  }

  const Repetition& repetition() const { return shared_.core->repetition(); }

  Result repetition_result() const { return result_by_repetition(rules(), repetition(), erased()); }

  nb::list without_forbidden(const nb::object& all) const {
    nb::list out;
    for (const auto move : all) {
      const auto code = attribute(move, code_name());
      if (occurrences_of(rules(), erased(), *rules().after(erased(), nb::cast<Move>(code))) == 0) out.append(move);
    }
    return out;
  }

  // A new tuple of moves, of `moves_type`. It refers to the game and the state, not to this position, which would be a
  // reference cycle.
  nb::object allocate_moves(std::size_t count) const {
    static PyObject* const origin_name = PyUnicode_InternFromString("_origin");
    auto* type = reinterpret_cast<PyTypeObject*>(shared_.moves_type.ptr());
    auto out = nb::steal(PyType_GenericAlloc(type, static_cast<Py_ssize_t>(count)));
    if (!out.is_valid()) throw nb::python_error();
    const auto origin = nb::make_tuple(shared_.game, state_);
    if (PyObject_GenericSetAttr(out.ptr(), origin_name, origin.ptr()) != 0) throw nb::python_error();
    return out;
  }

  nb::object make_moves(const nb::list& moves) const {
    auto out = allocate_moves(nb::len(moves));
    for (std::size_t i = 0; i < nb::len(moves); ++i)
      PyTuple_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), nb::object(moves[i]).release().ptr());
    return out;
  }

  // Interned once, as names are looked up at every ply.
  static PyObject* code_name() {
    static PyObject* const name = PyUnicode_InternFromString("code");
    return name;
  }

  static nb::object attribute(nb::handle from, PyObject* name) {
    auto answer = nb::steal(PyObject_GetAttr(from.ptr(), name));
    if (answer.is_valid()) return answer;
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw nb::python_error();
    PyErr_Clear();
    throw nb::type_error("this is no move; a game's positions list theirs");
  }

  // Texts are interned, so moves of this game have the same object, unless they come from another process. Moves
  // without an owner are accepted.
  void check_owner(const nb::object& answer) const {
    if (answer.is(shared_.identity)) return;
    const int same = PyObject_RichCompareBool(answer.ptr(), shared_.identity.ptr(), Py_EQ);
    if (same < 0) throw nb::python_error();
    const int any = PyObject_IsTrue(answer.ptr());
    if (any < 0) throw nb::python_error();
    if (same == 0 && any == 1)
      throw WrongGame(std::string("this move belongs to another game, ") + nb::str(answer).c_str() + ", not to " +
                      shared_.core->identity()->text());
  }

  nb::object legal_moves() const {
    thread_local MoveList kept;  // reused, as this runs at every ply
    kept.clear();
    if (rules().result(erased()) == Result::ongoing) rules().moves(erased(), kept);
    const std::span<const Move> codes(kept.begin(), kept.size());  // avoids repeated thread-local lookups
    auto out = allocate_moves(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
      PyTuple_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), move_object(codes[i]).release().ptr());
    return out;
  }

  // The move with a code in a built-in game.
  nb::object move_object(Move code) const {
    const nb::int_ number(code);
    // Looks into the dictionary directly; Python code runs only for missing moves.
    auto move = nb::borrow(PyDict_GetItemWithError(shared_.known.ptr(), number.ptr()));
    return move.is_valid() ? move : nb::object(shared_.known[number]);
  }

  SharedData shared_;
  nb::object state_;
  nb::object moves_;  // lazily made
};

}  // namespace

KIBITZ_COLD void bind_position(nb::module_& m) {
  static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&PositionBase::traverse)},
                                {Py_tp_clear, reinterpret_cast<void*>(&PositionBase::clear)},
                                {0, nullptr}};
  nb::class_<PositionBase>(m, "PositionBase", nb::type_slots(slots), "Immutable base class of positions.")
      .def(
          "__init__",
          [](PositionBase* self, nb::object game, nb::handle_t<ErasedState> state) {
            const auto rules = game.attr("rules");
            const auto codec = game.attr("codec");
            auto core = nb::cast<std::shared_ptr<const CoreGame>>(rules);
            auto known = core->rules().in_python() ? nb::object(nb::dict()) : nb::object(codec.attr("known"));
            PositionBase::SharedData link{game,  std::move(core),        codec,
                                          known, rules.attr("identity"), codec.attr("moves_type")};
            if (!PyType_Check(link.moves_type.ptr()) ||
                PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(link.moves_type.ptr()), &PyTuple_Type) == 0)
              throw nb::type_error("moves_type must be a kind of tuple");
            if (!nb::isinstance<nb::dict>(link.known)) throw nb::type_error("known must be a dictionary");
            link.core->own(erased_state(state));
            new (self) PositionBase(std::move(link), nb::borrow(state));
          },
          "game"_a, "state"_a)
      .def_prop_ro("game", &PositionBase::game, "The game it belongs to.")
      .def_prop_ro("state", &PositionBase::state, nb::sig("def state(self) -> State"), "The state in the core.")
      .def_prop_ro("moves", &PositionBase::moves, nb::sig("def moves(self) -> tuple[typing.Any, ...]"),
                   "The legal moves; none if the game is over.")
      .def_prop_ro(
          "result", [](PositionBase& self) { return static_cast<int>(self.result()); },
          "0 ongoing, 1 first player won, 2 second player won, 3 draw.")
      .def_prop_ro("is_over", &PositionBase::is_over, "Whether the game is over.")
      .def_prop_ro("turn", &PositionBase::turn, nb::sig("def turn(self) -> typing.Any"),
                   "The side to act: a player or chance.")
      .def_prop_ro("mover", &PositionBase::mover, nb::sig("def mover(self) -> typing.Any"),
                   "The player from whose point of view values are given: `turn`, or who rolls.")
      .def_prop_ro("times", &PositionBase::times, "Occurrences of this position in the game, including this one.")
      .def_prop_ro("past", &PositionBase::past, nb::sig("def past(self) -> list[tuple[State, int]]"),
                   "Earlier states, latest first, each with the side that acted.")
      .def(
          "after",
          [](nb::handle_t<PositionBase> self, nb::handle move) {
            if (!nb::inst_ready(self)) throw nb::type_error("this position was never made");
            return nb::inst_ptr<PositionBase>(self)->after(self, move);
          },
          "move"_a, nb::sig("def after(self, move: object) -> typing.Self"),
          "The position after a move; ValueError if it is illegal.")
      .def(
          "after_each",
          [](nb::handle_t<PositionBase> self, nb::handle moves) {
            if (!nb::inst_ready(self)) throw nb::type_error("this position was never made");
            return PositionBase::after_each(self, moves);
          },
          "moves"_a, nb::sig("def after_each(self, moves: collections.abc.Iterable[object]) -> list[typing.Self]"),
          "The positions after each of these moves; ValueError if one is illegal.")
      .def(
          "read_moves",
          [](nb::handle_t<PositionBase> self, const nb::str& record, std::size_t at) {
            if (!nb::inst_ready(self)) throw nb::type_error("this position was never made");
            return PositionBase::read_moves(self, record, at);
          },
          "record"_a, "at"_a,
          nb::sig("def read_moves(self, record: str, at: int) -> "
                  "tuple[list[typing.Any], list[str], int, typing.Self, typing.Self | None]"),
          "Read moves from a record of ASCII text up to the first word that the core can't read: the moves, their "
          "words, "
          "where it stopped, the last position, and the one before it.");
}

}  // namespace kibitz
