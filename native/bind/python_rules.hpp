// Rules of games written in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// `rules` is a kibitz.games.python_game.definition.rules; `identity` must be unique to the game.
std::unique_ptr<const Rules> make_python_rules(nanobind::object rules, bool has_chance, const std::string& identity);

// Wraps a node of these rules in a state, and unwraps it.
std::unique_ptr<ErasedState> python_state(const Rules& rules, nanobind::object node);
nanobind::object python_node(const Rules& rules, const ErasedState& state);

}  // namespace kibitz
