// What a position in Python rests on. Playing ply by ply from Python happens
// here, in one call for the next position and one for its moves.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "bind/rules.hpp"

namespace kibitz {

class PositionBase {
 public:
  // What the positions of one game share: it, its rules, and its moves by number.
  struct Link {
    nanobind::object game;
    std::shared_ptr<const Rules> rules;
    nanobind::object known;
  };

  PositionBase(Link link, nanobind::object state) : link_(std::move(link)), state_(std::move(state)) {}

  const nanobind::object& game() const { return link_.game; }
  const nanobind::object& state() const { return state_; }

  const nanobind::object& moves() {
    if (!moves_.is_valid())
      moves_ = link_.rules->in_python() ? link_.game.attr("legal_moves")(state_) : nanobind::object(listed());
    return moves_;
  }

  // The position after a move, of the same Python type as `self`, which this is behind.
  nanobind::object after(nanobind::handle self, nanobind::handle move) const {
    // Made once and kept for good: the name is looked up at every ply.
    static PyObject* const code_name = PyUnicode_InternFromString("code");
    const auto code = link_.rules->in_python() ? link_.game.attr("code_of")(self, move)
                                               : nanobind::steal(PyObject_GetAttr(move.ptr(), code_name));
    if (!code.is_valid()) throw nanobind::python_error();
    auto next = link_.rules->play(opened(), nanobind::cast<Move>(code));
    // Not by `cast`, which would look for a Python class of each game's own states.
    auto state = nanobind::inst_take_ownership(nanobind::type<StateBox>(), next.get());
    next.release();
    auto out = nanobind::inst_alloc(self.type());
    new (nanobind::inst_ptr<PositionBase>(out)) PositionBase(link_, std::move(state));
    nanobind::inst_mark_ready(out);
    return out;
  }

  // A game may hold positions that hold it; Python's collector must see through that.
  static int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nanobind::inst_ready(self)) return 0;
    const auto* position = nanobind::inst_ptr<PositionBase>(self);
    Py_VISIT(position->link_.game.ptr());
    Py_VISIT(position->link_.known.ptr());
    Py_VISIT(position->state_.ptr());
    Py_VISIT(position->moves_.ptr());
    return 0;
  }
  static int clear(PyObject* self) {
    auto* position = nanobind::inst_ptr<PositionBase>(self);
    position->link_.game.reset();
    position->link_.known.reset();
    position->moves_.reset();
    return 0;
  }

 private:
  const StateBox& opened() const { return *nanobind::inst_ptr<StateBox>(state_); }

  nanobind::tuple listed() const {
    const auto codes = link_.rules->moves(opened());
    auto out = nanobind::steal<nanobind::tuple>(PyTuple_New(static_cast<Py_ssize_t>(codes.size())));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const nanobind::int_ code(codes[i]);
      // Straight into the dictionary; only what is not there yet is asked for by way of Python.
      auto move = nanobind::borrow(PyDict_GetItemWithError(link_.known.ptr(), code.ptr()));
      if (!move.is_valid()) move = link_.known[code];
      PyTuple_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), move.release().ptr());
    }
    return out;
  }

  Link link_;
  nanobind::object state_;
  nanobind::object moves_;  // once they are asked for
};

}  // namespace kibitz
