// The end of the interpreter while other threads are in the core.
//
// Before Python 3.14, a thread that wants the GIL once the interpreter is being
// finalized is ended by `pthread_exit`, which unwinds its frames. Those of C++
// don't survive that: the destructor that takes the GIL back is noexcept, and
// nanobind catches everything, so the process aborts or reads freed memory.
// Therefore a hook of `atexit` stops all work in the core and waits until no other
// thread is in it. From then on a thread that comes to the core, or is about to
// leave it, sleeps until the process ends, as every such thread does from 3.14 on.
#pragma once

#include <nanobind/nanobind.h>

namespace kibitz {

// Counts calls of every function of the module, and has `atexit` stop them. The last thing a module does.
void guard_shutdown(nanobind::module_& m);

// Runs without the GIL while it lives.
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
