// Names of what games in Python are asked, made once and kept for good.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

struct PythonNames {
  static PyObject* made(const char* text) { return PyUnicode_InternFromString(text); }
  PyObject* canonical = made("canonical");
  PyObject* chance = made("chance");
  PyObject* child = made("child");
  PyObject* child_state = made("child_state");
  PyObject* count = made("count");
  PyObject* draw = made("draw");
  PyObject* evaluation = made("evaluation");
  PyObject* first = made("first");
  PyObject* hashed = made("hashed");
  PyObject* key = made("key");
  PyObject* loss = made("loss");
  PyObject* mover = made("mover");
  PyObject* moves = made("moves");
  PyObject* points = made("points");
  PyObject* probabilities = made("probabilities");
  PyObject* result = made("result");
  PyObject* second = made("second");
  PyObject* side = made("side");
  PyObject* standing = made("standing");
  PyObject* state = made("state");
  PyObject* text = made("text");
  PyObject* tier = made("tier");
  PyObject* turn = made("turn");
  PyObject* win = made("win");
};

inline const PythonNames& names() {
  static const PythonNames made;
  return made;
}

}  // namespace kibitz
