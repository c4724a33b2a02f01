// Evaluation functions in Python.
#pragma once

#include <nanobind/nanobind.h>

#include "bind/core_game.hpp"
#include "bind/generic_game.hpp"

namespace kibitz {

// Wraps a Python function; empty if it is None. The GIL is held only during calls. The function and the game must
// outlive the wrapper.
EvaluationFunction make_evaluation_function(const CoreGame& game, const nanobind::object& evaluation);

}  // namespace kibitz
