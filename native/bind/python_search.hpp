// Cached rules of games written in Python, for search and solving.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// Calls the game's methods directly, each once per position. `own` is the Python side of the rules; `most` is the
// number of cached positions, 0 for all.
std::unique_ptr<const Rules> make_cached_python_rules(const Rules& rules, nanobind::object own, std::size_t most);

}  // namespace kibitz
