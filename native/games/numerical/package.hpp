// Numerical tic-tac-toe as a package of the core.
#pragma once

#include "games/numerical/rules.hpp"

namespace kibitz::numerical {

struct Package {
  using Games = Types<Numerical<3>, Numerical<4>>;
  // Those with specialized searches.
  using Specialized = Types<Numerical<3>>;

  // Calls `visit` with the rules for these options.
  template <class Visit>
  static auto make(const Options& options, Visit visit) {
    const int size = option(options, "size", 3, 4);
    const int target = option(options, "target", 1, 58);
    const bool first_odd = option(options, "first_odd", 0, 1) != 0;
    if (size == 3) return visit(Numerical<3>(target, first_odd));
    return visit(Numerical<4>(target, first_odd));
  }
};

}  // namespace kibitz::numerical
