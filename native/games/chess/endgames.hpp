// Includes the endgame tables of chess.
#pragma once

#include "games/chess/tablebase/tables.hpp"
