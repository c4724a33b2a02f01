// The same as kibitz.games.python_game.node.Node.text, without an object and a dozen calls for each position.
#include "bind/python_notation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace nb = nanobind;

namespace kibitz {
namespace {

constexpr int kDeepest = 50;  // deeper positions are left to Python, which has a limit of its own

bool append(nb::handle value, std::string& out, int depth);

bool append_utf8(nb::handle text, std::string& out) {
  Py_ssize_t size = 0;
  const char* const utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (utf8 == nullptr) {
    PyErr_Clear();  // a lone surrogate
    return false;
  }
  out.append(utf8, static_cast<std::size_t>(size));
  return true;
}

bool append_repr(nb::handle value, std::string& out) {
  const auto text = nb::steal(PyObject_Repr(value.ptr()));
  if (text.is_valid()) return append_utf8(text, out);
  PyErr_Clear();
  return false;
}

bool append_text(nb::handle text, std::string& out) {
  const auto begin = out.size();
  out += '\'';
  if (!append_utf8(text, out)) return false;
  const bool is_plain = std::all_of(out.begin() + static_cast<std::ptrdiff_t>(begin) + 1, out.end(),
                                    [](char c) { return c >= ' ' && c <= '~' && c != '\'' && c != '\\'; });
  if (is_plain) {
    out += '\'';
    return true;
  }
  out.resize(begin);
  return append_repr(text, out);
}

bool append_int(nb::handle value, std::string& out) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0) return append_repr(value, out);
  if (number >= 0 && number <= 9) {
    out += static_cast<char>('0' + number);
    return true;
  }
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
  return true;
}

bool append_members(nb::handle tuple, std::string& out, int depth) {
  const auto size = PyTuple_Size(tuple.ptr());
  for (Py_ssize_t i = 0; i < size; ++i) {
    if (i > 0) out += ", ";
    if (!append(PyTuple_GetItem(tuple.ptr(), i), out, depth)) return false;
  }
  return true;
}

bool append_named_tuple(nb::handle value, std::string& out, int depth) {
  if (!nb::hasattr(value.type(), "_fields")) return false;
  if (!append_utf8(nb::handle(value.type()).attr("__name__"), out)) return false;
  out += '(';
  if (!append_members(value, out, depth)) return false;
  out += ')';
  return true;
}

bool append_frozenset(nb::handle value, std::string& out, int depth) {
  std::vector<std::string> members;
  for (const auto member : nb::iter(value))
    if (!append(member, members.emplace_back(), depth)) return false;
  if (members.empty()) {
    out += "frozenset()";
    return true;
  }
  std::sort(members.begin(), members.end());
  out += "frozenset({";
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out += ", ";
    out += members[i];
  }
  out += "})";
  return true;
}

bool append(nb::handle value, std::string& out, int depth) {
  if (depth == kDeepest) return false;
  PyObject* const object = value.ptr();
  if (PyLong_CheckExact(object) != 0) return append_int(value, out);
  if (PyUnicode_CheckExact(object) != 0) return append_text(value, out);
  if (PyTuple_CheckExact(object) != 0) {
    out += '(';
    if (!append_members(value, out, depth + 1)) return false;
    out += PyTuple_Size(object) == 1 ? ",)" : ")";
    return true;
  }
  if (value.is_none()) {
    out += "None";
    return true;
  }
  if (PyBool_Check(object)) {
    out += object == Py_True ? "True" : "False";
    return true;
  }
  if (PyFloat_CheckExact(object) != 0) return std::isfinite(PyFloat_AsDouble(object)) && append_repr(value, out);
  if (PyTuple_Check(object) != 0) return append_named_tuple(value, out, depth + 1);
  if (PyFrozenSet_CheckExact(object) != 0) return append_frozenset(value, out, depth + 1);
  return false;
}

}  // namespace

bool append_notation(nb::handle value, std::string& out) { return append(value, out, 0); }

}  // namespace kibitz
