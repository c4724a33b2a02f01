// Interned names of node attributes.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

struct PythonNames {
  static PyObject* intern(const char* text) { return PyUnicode_InternFromString(text); }
  PyObject* canonical = intern("canonical");
  PyObject* chance = intern("chance");
  PyObject* child = intern("child");
  PyObject* child_state = intern("child_state");
  PyObject* count = intern("count");
  PyObject* draw = intern("draw");
  PyObject* evaluation = intern("evaluation");
  PyObject* first = intern("first");
  PyObject* hashed = intern("hashed");
  PyObject* key = intern("key");
  PyObject* loss = intern("loss");
  PyObject* mover = intern("mover");
  PyObject* moves = intern("moves");
  PyObject* points = intern("points");
  PyObject* probabilities = intern("probabilities");
  PyObject* result = intern("result");
  PyObject* second = intern("second");
  PyObject* side = intern("side");
  PyObject* standing = intern("standing");
  PyObject* state = intern("state");
  PyObject* text = intern("text");
  PyObject* tier = intern("tier");
  PyObject* turn = intern("turn");
  PyObject* win = intern("win");
};

inline const PythonNames& names() {
  static const PythonNames names;
  return names;
}

}  // namespace kibitz
