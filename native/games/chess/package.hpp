// Chess as a package of the core.
#pragma once

#include "games/chess/rules.hpp"

namespace kibitz::chess {

struct Package {
  using Games = Types<Chess>;
  using Specialized = Types<Chess>;

  // Calls `visit` with the rules that these options ask for.
  template <class Visit>
  static auto make(const Options& options, Visit visit) {
    const bool chess960 = option(options, "chess960", 0, 1) != 0;
    return visit(Chess(chess960, option(options, "arrangement", 0, Chess::kArrangements - 1)));
  }
};

}  // namespace kibitz::chess
