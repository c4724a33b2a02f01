// A game written in Python, behind the face that all games have.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "bind/interfaces/rules.hpp"

namespace kibitz {

// `rules` are those of kibitz.games.python_game.definition.rules; `identity` is a text that tells
// it from all other games.
std::unique_ptr<const Rules> make_python_rules(nanobind::object rules, bool has_chance, const std::string& identity);

// A state of such rules around a node that they made, and the node behind a state.
std::unique_ptr<ErasedState> python_state(const Rules& rules, nanobind::object node);
nanobind::object python_node(const Rules& rules, const ErasedState& state);

}  // namespace kibitz
