// Interpreter shutdown while other threads are in the core.
//
// Before Python 3.14, a thread that requests the GIL during finalization is ended by `pthread_exit`, which unwinds its
// C++ frames: the destructor that reacquires the GIL is noexcept and nanobind catches everything, so the process aborts
// or reads freed memory. Therefore an `atexit` hook stops all work in the core and waits until no other thread is in
// it. From then on, threads that enter or leave the core are parked until the process ends, as Python does from 3.14
// on.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

// Counts calls of every function of the module and registers the hook. Call it last.
void guard_shutdown(nanobind::module_& m);

// Releases the GIL for its lifetime.
class ReleasedGil {
 public:
  ReleasedGil() : state_(PyEval_SaveThread()) {}
  ~ReleasedGil();
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace kibitz
