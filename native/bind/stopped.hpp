// Work of the core that may be told to stop.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "base/control.hpp"

namespace kibitz {

// For work whose answer is all or nothing: being stopped is an exception.
struct StoppedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs such work without the GIL; it must not touch Python.
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
