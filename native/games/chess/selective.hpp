// What the selective search is told of chess.
#pragma once

#include "games/chess/rules.hpp"
#include "games/chess/tactics.hpp"

namespace kibitz {

inline chess::ChessTactics tactics_of(const Chess&) { return chess::ChessTactics(); }

}  // namespace kibitz
