// The endgame tables of chess, as the face for such tables wants them.
#pragma once

#include "games/chess/tablebase/tables.hpp"
