// Interned names of node attributes.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

struct PythonNames {
  static PyObject* intern(const char* text) { return PyUnicode_InternFromString(text); }
  PyObject* canonical = intern("canonical");
  PyObject* child = intern("child");
  PyObject* child_state = intern("child_state");
  PyObject* count = intern("count");
  PyObject* evaluation = intern("evaluation");
  PyObject* hashed = intern("hashed");
  PyObject* key = intern("key");
  PyObject* mover = intern("mover");
  PyObject* moves = intern("moves");
  PyObject* points = intern("points");
  PyObject* probabilities = intern("probabilities");
  PyObject* result = intern("result");
  PyObject* side = intern("side");
  PyObject* standing = intern("standing");
  PyObject* state = intern("state");
  PyObject* tier = intern("tier");
  PyObject* turn = intern("turn");
};

inline const PythonNames& names() {
  static const PythonNames names;
  return names;
}

}  // namespace kibitz
