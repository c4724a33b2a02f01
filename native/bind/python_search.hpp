// A game written in Python, for searching and solving it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// Asks the game's methods straight away, each once for a position, however often
// it is met. `own` is the Python side of the rules; `most` positions are
// remembered at a time, 0: all.
std::unique_ptr<const Rules> walk_python_rules(const Rules& rules, nanobind::object own, std::size_t most);

}  // namespace kibitz
