// The default notation of positions of games in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace kibitz {

// Appends the default notation of a position (kibitz.games.python_game.default_notation) if it consists of exact
// ints, texts, bools, floats, None, tuples, named tuples and frozensets. False otherwise, and then `out` is spoiled.
bool append_notation(nanobind::handle value, std::string& out);

}  // namespace kibitz
