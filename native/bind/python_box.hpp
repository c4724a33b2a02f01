// A state of a game written in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>

#include "base/erased_state.hpp"

namespace kibitz {

struct PythonBox : ErasedState {
  using ErasedState::ErasedState;

  // Its node (kibitz.games.python_game.definition.node), which checks every answer of the author's methods and reports
  // mistakes.
  virtual nanobind::object node() const = 0;
  // Its notation, and the key of its representative, the same in every process.
  virtual std::string text() const = 0;
  virtual std::uint64_t table_key() const = 0;
};

// An attribute of a node, by an interned name.
inline nanobind::object attribute(nanobind::handle node, PyObject* name) {
  auto answer = nanobind::steal(PyObject_GetAttr(node.ptr(), name));
  if (!answer.is_valid()) throw nanobind::python_error();
  return answer;
}

inline long integer_attribute(nanobind::handle node, PyObject* name, long least, long most) {
  const long answer = PyLong_AsLong(attribute(node, name).ptr());
  if (answer == -1 && PyErr_Occurred() != nullptr) throw nanobind::python_error();
  if (answer < least || answer > most) throw RulesError("a game in Python gives a number that means nothing");
  return answer;
}

}  // namespace kibitz
