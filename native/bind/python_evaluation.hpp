// Evaluations written in Python, as searches ask them.
#pragma once

#include <nanobind/nanobind.h>

#include "bind/core_game.hpp"
#include "bind/generic_game.hpp"

namespace kibitz {

// A function in Python as an evaluation; empty where there is none. It holds the GIL only while it is asked, and
// both it and the game must outlive what is made.
Judge judge_by(const CoreGame& game, const nanobind::object& evaluation);

}  // namespace kibitz
