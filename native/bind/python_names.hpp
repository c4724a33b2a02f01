// Names of what games in Python are asked, made once and kept for good.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

struct PythonNames {
  static PyObject* made(const char* text) { return PyUnicode_InternFromString(text); }
  PyObject* canonical = made("canonical");
  PyObject* child = made("child");
  PyObject* child_state = made("child_state");
  PyObject* count = made("count");
  PyObject* evaluation = made("evaluation");
  PyObject* hashed = made("hashed");
  PyObject* key = made("key");
  PyObject* mover = made("mover");
  PyObject* moves = made("moves");
  PyObject* points = made("points");
  PyObject* probabilities = made("probabilities");
  PyObject* result = made("result");
  PyObject* side = made("side");
  PyObject* standing = made("standing");
  PyObject* state = made("state");
  PyObject* tier = made("tier");
  PyObject* turn = made("turn");
};

inline const PythonNames& names() {
  static const PythonNames made;
  return made;
}

}  // namespace kibitz
