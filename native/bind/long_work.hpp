// How the binding runs work that takes long.
#pragma once

#include <nanobind/nanobind.h>

#include "bind/rules.hpp"
#include "bind/stopped.hpp"

namespace kibitz {

// Runs long work without the GIL unless the game itself is Python.
template <class Work>
auto run_long(const Rules& rules, Work work) {
  if (rules.in_python()) return work();
  const nanobind::gil_scoped_release release;
  return work();
}

template <class Work>
auto run_or_raise(const Rules& rules, Work work) {
  try {
    return run_long(rules, work);
  } catch (const Stopped&) {
    throw StoppedError("stopped before it was done");
  }
}

}  // namespace kibitz
