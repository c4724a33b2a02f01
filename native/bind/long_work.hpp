// How the binding runs work that takes long.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "bind/rules.hpp"

namespace kibitz {

// Runs long work without the GIL unless the game itself is Python.
template <class Work>
auto run_long(const Rules& rules, Work work) {
  if (rules.in_python()) return work();
  const nanobind::gil_scoped_release release;
  return work();
}

// For work whose answer is all or nothing: being stopped is an exception.
struct StoppedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Work>
auto run_or_raise(const Rules& rules, Work work) {
  try {
    return run_long(rules, work);
  } catch (const Stopped&) {
    throw StoppedError("stopped before it was done");
  }
}

// The same for work on games of the core only.
template <class Work>
auto stoppable(Work work) {
  const nanobind::gil_scoped_release release;
  try {
    return work();
  } catch (const Stopped&) {
    throw StoppedError("stopped before it was done");
  }
}

}  // namespace kibitz
